package dev.wheelhouse.core.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Packs classes of benchmarks that run in processes of their own: an AOT cache takes classes from jars only. */
public final class ProbeJar {

    private ProbeJar() {}

    /** @param classes without nested ones, which would be left out */
    public static Path pack(Path jar, Class<?>... classes) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            for (Class<?> each : classes) {
                String file = each.getName().replace('.', '/') + ".class";
                try (var source = each.getClassLoader().getResourceAsStream(file)) {
                    if (source == null) {
                        throw new IOException("No class file " + file);
                    }
                    entries.putNextEntry(new JarEntry(file));
                    source.transferTo(entries);
                    entries.closeEntry();
                }
            }
        }
        return jar;
    }
}
