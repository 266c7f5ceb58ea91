#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command of the packaged program: /usr/bin/peerpath, or the one at the top of the portable folder.
here=$(dirname -- "$(readlink -f -- "$0")")
[ -d "$here/lib/runtime" ] || here=/usr/lib/peerpath

program=peerpath
case "${1-} $* " in
    *' -h '* | *' --help '*) ;;
    ' '* | 'window '*)
        # The window goes to an X server; on Wayland desktops that is XWayland.
        if [ -z "${DISPLAY-}" ]; then
            echo "peerpath: no display to open the window on (DISPLAY is not set)." >&2
            echo "peerpath: use a command instead, for example: peerpath show local; or log in with 'ssh -X'." >&2
            exit 2
        fi
        program=peerpath-window
        ;;
esac

# Without any locale Java would take every letter outside ASCII for a question mark, in file names too.
if [ -z "${LC_ALL-}" ]; then
    case ${LC_CTYPE:-${LANG:-C}} in
        C | POSIX)
            LC_CTYPE=C.UTF-8
            export LC_CTYPE
            ;;
    esac
fi

# What bin/$program would do, without the tenth of a second that it takes before it starts Java.
app=$here/lib/app
class_path=
options=
cache=
while IFS= read -r line; do
    case $line in
        app.classpath=*) class_path=$class_path${class_path:+:}$app/${line#*=?APPDIR/} ;;
        # Its folder may have blanks in its name, which the options themselves have not.
        java-options=-XX:AOTCache=*) cache=$app/${line##*/} ;;
        java-options=*) options="$options ${line#*=}" ;;
    esac
done <"$app/$program.cfg"
# shellcheck disable=SC2086 # one option a word
exec "$here/lib/runtime/bin/java" $options "-XX:AOTCache=$cache" -cp "$class_path" org.peerpath.Main "$@"
