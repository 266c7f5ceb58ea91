// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of an OpenSSH client, as {@code ssh -V} prints it; 0.0 where it could not be told. */
record SshVersion(int major, int minor) {
    private static final Pattern PRINTED = Pattern.compile("OpenSSH_(?:for_Windows_)?(\\d{1,3})\\.(\\d{1,3})");
    private static final int LONGEST = 1024;
    private static final long SECONDS = 5;

    static SshVersion of(String program) {
        try {
            Process process = Children.start(new ProcessBuilder(program, "-V").redirectErrorStream(true));
            String said = new String(process.getInputStream().readNBytes(LONGEST), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return parse(said);
        } catch (IOException e) {
            return new SshVersion(0, 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SshVersion(0, 0);
        }
    }

    static SshVersion parse(String said) {
        Matcher version = PRINTED.matcher(said);
        return version.find()
                ? new SshVersion(Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2)))
                : new SshVersion(0, 0);
    }

    boolean atLeast(int wantedMajor, int wantedMinor) {
        return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
    }
}
