package dev.wheelhouse.core.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An unpacked package made of links to another's files, whose launchers can be changed: what is packed the same way, with
 * the same runtime and the same options of Java, but starts something else. Linux alone.
 */
public final class PackedImage {

    private static final String JAR = "app.classpath=$APPDIR/";
    private static final String CACHE = "java-options=-XX:AOTCache=";

    private final Path directory;

    private PackedImage(Path directory) {
        this.directory = directory;
    }

    /**
     * The package that the property {@code bench.image} names, if it does.
     *
     * @param root of the project, where a relative path begins
     * @throws IOException when there is no package
     */
    public static Optional<Path> named(Path root) throws IOException {
        String name = System.getProperty("bench.image", "");
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(root.resolve(name).toRealPath());
    }

    /** @param directory of the new one; is made */
    public static PackedImage link(Path image, Path directory) throws IOException {
        Path programs = Files.createDirectories(directory.resolve("bin"));
        // A link would lead the command to where it comes from.
        Files.copy(command(image), programs.resolve("wheelhouse"));
        Path library = Files.createDirectories(directory.resolve("lib/app"));
        Files.createSymbolicLink(directory.resolve("lib/runtime"), image.resolve("lib/runtime"));
        try (Stream<Path> files = Files.list(image.resolve("lib/app"))) {
            for (Path each : files.toList()) {
                Path file = library.resolve(each.getFileName());
                if (each.toString().endsWith(".cfg")) {
                    Files.copy(each, file);
                } else {
                    Files.createSymbolicLink(file, each);
                }
            }
        }
        return new PackedImage(directory);
    }

    /** What is started for {@code wheelhouse}. */
    public static Path command(Path image) {
        return image.resolve("bin/wheelhouse");
    }

    public Path command() {
        return command(directory);
    }

    /** Of the libraries, a launcher keeps those whose files' names begin so; and it loses its start-up cache. */
    public void keepJars(String launcher, String... beginnings) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(configuration(launcher)));
        lines.removeIf(line -> line.startsWith(CACHE)
                || (line.startsWith(JAR)
                        && Arrays.stream(beginnings).noneMatch(each -> line.startsWith(JAR + each))));
        Files.write(configuration(launcher), lines);
        Files.delete(cache(launcher));
    }

    /** Has a launcher start another class, which a jar brings together with what belongs to it. */
    public void start(String launcher, Class<?> main, Class<?>... others) throws IOException {
        Class<?>[] all = Arrays.copyOf(others, others.length + 1);
        all[others.length] = main;
        // Not .jar: those that lie there are compared to the ones that were packed.
        String jar = launcher + "-probe.zip";
        ProbeJar.pack(directory.resolve("lib/app").resolve(jar), all);
        add(launcher, "app.mainclass=" + main.getName());
        add(launcher, JAR + jar);
    }

    /** Adds an option of Java. */
    public void option(String launcher, String option) throws IOException {
        add(launcher, "java-options=" + option);
    }

    /** What stands before a command that trains the launcher's start-up cache, as {@code packaging/image.sh} does. */
    public List<String> training(String launcher, String options) {
        return List.of("env", ("JDK_JAVA_OPTIONS=-XX:AOTCacheOutput=" + cache(launcher) + " " + options).strip());
    }

    /** Starts with the trained cache from now on, and with none where it does not fit. */
    public void useCache(String launcher) throws IOException {
        add(launcher, CACHE + "$APPDIR/" + launcher + ".aot");
        requireCache(launcher);
    }

    /** A cache that does not fit ends the start; by default Java leaves it out in silence. */
    public void requireCache(String launcher) throws IOException {
        option(launcher, "-XX:AOTMode=on");
    }

    private void add(String launcher, String line) throws IOException {
        Files.write(configuration(launcher), List.of(line), StandardOpenOption.APPEND);
    }

    private Path cache(String launcher) {
        return directory.resolve("lib/app").resolve(launcher + ".aot");
    }

    private Path configuration(String launcher) {
        return directory.resolve("lib/app").resolve(launcher + ".cfg");
    }
}
