// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * Raises old classes in jars to the class file version of Java 8: {@code NewerClasses JAR...}. Java keeps no class older
 * than Java 6 in its archives of loaded classes, so such a library (picocli: Java 5) is read and verified anew at every
 * start. What the classes do stays the same; each gets the stack maps that a newer verifier wants. A jar without such
 * classes, or with a signature, is left as it is.
 */
final class NewerClasses {
    private static final int TOO_OLD = ClassFile.JAVA_6_VERSION;

    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            raise(Path.of(jar));
        }
    }

    private static void raise(Path path) throws IOException {
        Map<ZipEntry, byte[]> entries = new LinkedHashMap<>();
        boolean old = false;
        try (JarFile jar = new JarFile(path.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
                if (entry.getName().startsWith("META-INF/") && entry.getName().endsWith(".SF")) {
                    return;
                }
                byte[] bytes;
                try (InputStream in = jar.getInputStream(entry)) {
                    bytes = in.readAllBytes();
                }
                entries.put(entry, bytes);
                old |= isOld(entry.getName(), bytes);
            }
        }
        if (!old) {
            return;
        }
        ClassFile files = ClassFile.of(
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(hierarchy(entries)));
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        int raised = 0;
        try (JarOutputStream out = new JarOutputStream(made)) {
            for (Map.Entry<ZipEntry, byte[]> each : entries.entrySet()) {
                byte[] bytes = each.getValue();
                if (isOld(each.getKey().getName(), bytes)) {
                    bytes = raised(files, bytes);
                    raised++;
                }
                ZipEntry entry = new ZipEntry(each.getKey().getName());
                // The time of the original, so that the same library gives the same bytes.
                entry.setTimeLocal(each.getKey().getTimeLocal());
                out.putNextEntry(entry);
                out.write(bytes);
                out.closeEntry();
            }
        }
        // The original may have other names (hard links): the new one takes its place, it is not written into.
        Path beside = Files.createTempFile(path.toAbsolutePath().getParent(), "newer", ".jar");
        Files.write(beside, made.toByteArray());
        Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(path));
        Files.setLastModifiedTime(beside, Files.getLastModifiedTime(path));
        Files.move(beside, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        System.out.println(path.getFileName() + ": " + raised + " classes raised");
    }

    private static boolean isOld(String name, byte[] bytes) {
        return name.endsWith(".class") && !name.startsWith("META-INF/") && bytes.length > 8 && major(bytes) < TOO_OLD;
    }

    private static int major(byte[] bytes) {
        return (bytes[6] & 0xff) << 8 | bytes[7] & 0xff;
    }

    private static byte[] raised(ClassFile files, byte[] bytes) {
        return files.transformClass(
                files.parse(bytes),
                ClassTransform.endHandler(builder -> builder.withVersion(ClassFile.JAVA_8_VERSION, 0))
                        .andThen(ClassTransform.transformingMethodBodies((builder, element) -> builder.with(element))));
    }

    /** What extends what: from the jar itself, and for the rest from this Java. */
    private static ClassHierarchyResolver hierarchy(Map<ZipEntry, byte[]> entries) {
        Map<ClassDesc, byte[]> classes = new HashMap<>();
        entries.forEach((entry, bytes) -> {
            String name = entry.getName();
            if (name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class")) {
                classes.put(ClassDesc.ofInternalName(name.substring(0, name.length() - ".class".length())), bytes);
            }
        });
        ClassHierarchyResolver ofJar = ClassHierarchyResolver.ofResourceParsing(desc -> {
            byte[] bytes = classes.get(desc);
            return bytes == null ? null : new ByteArrayInputStream(bytes);
        });
        return ofJar.orElse(ClassHierarchyResolver.defaultResolver()).cached();
    }
}
