// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.SaveError;
import jnr.ffi.annotations.Variadic;

/** The few calls of the C library that Java has no other way to make. Loaded when one is first needed. */
final class Native {
    private static final int O_RDWR = 2;
    /** The same on every architecture this runs on but parisc, alpha and sparc. */
    private static final int O_CLOEXEC = 0x80000;

    private static final int ENOENT = 2;

    private Native() {}

    /** Public for the generated implementation. */
    public interface C {
        int geteuid();

        @SaveError
        @Variadic(fixedCount = 2)
        int open(String path, int flags);

        @SaveError
        @Variadic(fixedCount = 2)
        int ioctl(int file, long request, long argument);

        int close(int file);

        String strerror(int error);
    }

    private static final class Loaded {
        static final C LIBRARY = load();
        static final Runtime RUNTIME = Runtime.getRuntime(LIBRARY);
    }

    private static C load() {
        PrivateFolder.forNativeLibraries();
        return LibraryLoader.create(C.class).load("c");
    }

    static int effectiveUser() {
        return Loaded.LIBRARY.geteuid();
    }

    static int openReadWrite(String path) throws IOException {
        int file = Loaded.LIBRARY.open(path, O_RDWR | O_CLOEXEC);
        if (file < 0) {
            throw failure(path);
        }
        return file;
    }

    static int ioctl(int file, long request, long argument) throws IOException {
        int result = Loaded.LIBRARY.ioctl(file, request, argument);
        if (result < 0) {
            throw failure("ioctl 0x" + Long.toHexString(request));
        }
        return result;
    }

    static void close(int file) {
        Loaded.LIBRARY.close(file);
    }

    private static IOException failure(String what) {
        int error = LastError.getLastError(Loaded.RUNTIME);
        String said = what + ": " + Loaded.LIBRARY.strerror(error);
        return error == ENOENT ? new NoSuchFileException(said) : new IOException(said);
    }
}
