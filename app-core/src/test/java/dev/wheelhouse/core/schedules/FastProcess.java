package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Starts consoles in processes of their own.
 *
 * @param classPath what they are made of
 * @param options of their Java
 */
record FastProcess(String classPath, List<String> options) {

    private static final int PATIENCE_SECONDS = 120;

    static FastProcess plain() {
        return new FastProcess(System.getProperty("java.class.path"), List.of());
    }

    /** Its processes begin in half the time, with an archive of loaded classes (JDK tool reference, java, CDS). */
    static FastProcess archived(Path directory) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        // An archive takes classes from jars only.
        List<String> jars = new ArrayList<>();
        for (String each : plain().classPath().split(File.pathSeparator, -1)) {
            Path entry = Path.of(each);
            jars.add(Files.isDirectory(entry) ? jar(entry, directory.resolve(jars.size() + ".jar")) : each);
        }
        String classPath = String.join(File.pathSeparator, jars);
        Path archive = directory.resolve("classes.jsa");
        Process training = new FastProcess(classPath, List.of("-XX:ArchiveClassesAtExit=" + archive))
                .start(
                        directory.resolve("log"),
                        directory.resolve("home").toString(),
                        Long.toString(System.currentTimeMillis()));
        assertThat(training.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new FastProcess(classPath, List.of("-XX:SharedArchiveFile=" + archive));
    }

    private static String jar(Path from, Path to) throws IOException {
        try (OutputStream file = Files.newOutputStream(to);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> found = Files.walk(from)) {
            for (Path each : found.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(from.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, zip);
            }
        }
        return to.toString();
    }

    Process start(Path log, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, FastConsole.Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }
}
