# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Installs from the distribution what is missing. Whether something is missing is asked of the system itself (is
# the command there? does the linker know the library?), so that it works where the thing came another way.

# What is missing, as "package|alternative" and the reason, index by index.
missing_packages=()
missing_reasons=()

# missing REASON PACKAGE[|ALTERNATIVE...]...: notes packages to install. The first alternative that exists is taken.
missing() {
    local reason=$1 package
    shift
    for package in "$@"; do
        [[ " ${missing_packages[*]-} " != *" $package "* ]] || continue
        missing_packages+=("$package")
        missing_reasons+=("$reason")
    done
}

# need_command COMMAND REASON PACKAGE...
need_command() {
    local command=$1
    shift
    # Commands of the administrator are not on everybody's PATH.
    PATH=$PATH:/usr/sbin:/sbin command -v "$command" >/dev/null || missing "$@"
}

# need_library SONAME REASON PACKAGE...
need_library() {
    local soname=$1
    shift
    if [[ -z ${linker_cache:-} ]]; then
        linker_cache=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null || echo none)
    fi
    # With the blank: libGL.so.1 must not be found in libGLX.so.1 or libGL.so.1.7.
    [[ $linker_cache == *"$soname "* ]] || missing "$@"
}

# need_font 'PATTERN' REASON PACKAGE...: PATTERN is an extended regular expression over font file names.
need_font() {
    local pattern=$1 folder found=''
    shift
    for folder in /usr/share/fonts /usr/local/share/fonts "${HOME:-/nonexistent}/.fonts" \
        "${XDG_DATA_HOME:-${HOME:-/nonexistent}/.local/share}/fonts"; do
        if [[ -z $found && -d $folder ]]; then
            found=$(find -L "$folder" -regextype posix-extended -iregex ".*/($pattern)[^/]*\.(ttf|otf|ttc)" -print -quit \
                2>/dev/null)
        fi
    done
    [[ -n $found ]] || missing "$@"
}

# need_jdk: sets $jdk, or notes the packages of a kit.
need_jdk() {
    if ! jdk=$(find_jdk); then
        jdk=
        missing "Java $JAVA_NEEDED, to build and run the program" \
            'openjdk-25-jdk-headless|temurin-25-jdk|openjdk-26-jdk-headless'
    fi
}

# Asked once, before any output is redirected.
if [[ -t 0 || -t 2 ]]; then at_terminal=yes; else at_terminal=no; fi

as_root() {
    if (($(id -u) == 0)); then
        "$@"
    elif [[ $at_terminal == yes ]]; then
        sudo "$@"
    else
        # Without a terminal sudo must fail at once rather than wait for a password nobody can type.
        sudo -n "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get -q -y \
        -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# No pipe into "grep -q": it stops reading at the first hit, and what it reads from then fails.
has_candidate() {
    local policy
    policy=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null)
    [[ $policy == *'Candidate: '[!\(]* ]]
}

# choose 'A|B': prints the first alternative that the distribution has; fails where it has none.
choose() {
    local name names
    IFS='|' read -ra names <<<"$1"
    for name in "${names[@]}"; do
        if has_candidate "$name"; then
            printf '%s\n' "$name"
            return 0
        fi
    done
    return 1
}

# without_distribution: the message for a package that cannot be had here.
without_distribution() {
    local package=$1 reason=$2
    case $package in
        openjdk-*)
            die "$NOT_PREPARED" \
                "Java $JAVA_NEEDED is needed (a JDK: with javac), and this distribution has no package of it." \
                "Unpack or install one, for example Eclipse Temurin $JAVA_NEEDED, under /usr/lib/jvm," \
                "or let JAVA_HOME name its folder; then start again."
            ;;
        *)
            die "$NOT_PREPARED" "missing: $reason." "Install it (Debian and Ubuntu call it ${package//|/ or }), then start again."
            ;;
    esac
}

# install_missing: installs all that was noted, saying what and why. Returns at once where nothing is missing.
install_missing() {
    local i chosen=() name log
    ((${#missing_packages[@]} > 0)) || return 0
    if ! command -v apt-get >/dev/null; then
        without_distribution "${missing_packages[0]}" "${missing_reasons[0]}"
    fi
    if (($(id -u) != 0)) && ! command -v sudo >/dev/null; then
        die "$NOT_PREPARED" "missing: ${missing_packages[*]}." \
            "Installing needs root, and there is no sudo here: install them as root, or start this once as root."
    fi
    log=$(mktemp "${TMPDIR:-/tmp}/peerpath-install.XXXXXX")
    for i in "${!missing_packages[@]}"; do
        if ! choose "${missing_packages[$i]}" >/dev/null; then
            # Package lists are absent on a fresh machine, or too old to know it.
            say "fetching the distribution's package lists"
            apt update >>"$log" 2>&1 || say "the package lists could not be fetched; trying with those at hand"
            break
        fi
    done
    for i in "${!missing_packages[@]}"; do
        name=$(choose "${missing_packages[$i]}") ||
            without_distribution "${missing_packages[$i]}" "${missing_reasons[$i]}"
        say "installing $name: ${missing_reasons[$i]}"
        chosen+=("$name")
    done
    if ! apt install --no-install-recommends "${chosen[@]}" >>"$log" 2>&1; then
        # Lists that know a package may still name a version that is gone.
        apt update >>"$log" 2>&1
        if ! apt install --no-install-recommends "${chosen[@]}" >>"$log" 2>&1; then
            tail -n 15 "$log" >&2
            die "$NOT_PREPARED" "the packages could not be installed; the whole output is in $log"
        fi
    fi
    rm -f "$log"
    missing_packages=()
    missing_reasons=()
    linker_cache=
}

# wish_command COMMAND REASON PACKAGE: installs it where the distribution has it; elsewhere the machine does without.
# After install_missing, which leaves nothing noted.
wish_command() {
    local command=$1 reason=$2 package=$3
    command -v "$command" >/dev/null && return
    command -v apt-get >/dev/null || return 0
    choose "$package" >/dev/null || apt update >/dev/null 2>&1
    if ! choose "$package" >/dev/null || ! (missing "$reason" "$package" && install_missing); then
        say "going on without $package: $reason"
    fi
}

need_window_libraries() {
    need_library libgtk-3.so.0 'the window is drawn through GTK 3' 'libgtk-3-0|libgtk-3-0t64'
    need_library libXtst.so.6 'the window needs this X11 library' libxtst6
    need_library libXxf86vm.so.1 'drawing with the graphics card' libxxf86vm1
    need_library libGL.so.1 'drawing with the graphics card' libgl1
    need_font 'DejaVu|Liberation|NotoSans' 'letters in the window' fonts-dejavu-core
    need_font 'Nanum|NotoSansCJK|NotoSansKR|UnDotum|Baekmuk|Pretendard' 'Korean letters' fonts-nanum
    need_command ssh 'reading hosts over SSH' openssh-client
}
