package dev.wheelhouse.core.testing;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Starts the classes of the tests in processes of their own.
 *
 * @param classPath what they are made of
 * @param options of their Java
 */
public record JavaProcess(String classPath, List<String> options) {

    private static final int PATIENCE_SECONDS = 120;
    private static final String SERIAL = "-XX:+UseSerialGC";

    public JavaProcess {
        options = List.copyOf(options);
    }

    /** @param options in place of the small and quick ones that tests start others with */
    public static JavaProcess plain(String... options) {
        // Where the test runner starts from a jar that only names the class path, it keeps the whole one here.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new JavaProcess(classPath, options.length == 0 ? List.of(SERIAL) : List.of(options));
    }

    /**
     * Its processes begin in half the time, with an archive of loaded classes (JDK tool reference, java, CDS).
     *
     * @param directory for the archive, which takes some 100 MB
     * @param training the arguments of a run that ends by itself; the classes that it loads are archived
     */
    public static JavaProcess archived(Path directory, Class<?> main, String... training)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        // An archive takes classes from jars only.
        List<String> jars = new ArrayList<>();
        for (String each : plain().classPath().split(File.pathSeparator, -1)) {
            Path entry = Path.of(each);
            jars.add(Files.isDirectory(entry) ? jar(entry, directory.resolve(jars.size() + ".jar")) : each);
        }
        String classPath = String.join(File.pathSeparator, jars);
        Path archive = directory.resolve("classes.jsa");
        Path log = directory.resolve("log");
        Process trained = new JavaProcess(classPath, List.of(SERIAL, "-XX:ArchiveClassesAtExit=" + archive))
                .of(main, training)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!trained.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || !Files.exists(archive)) {
            trained.destroyForcibly();
            throw new AssertionError("There is no archive of classes: " + Files.readString(log));
        }
        return new JavaProcess(classPath, List.of(SERIAL, "-XX:SharedArchiveFile=" + archive));
    }

    private static String jar(Path from, Path to) throws IOException {
        try (OutputStream file = Files.newOutputStream(to);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> found = Files.walk(from)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Path each : found.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(from.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, zip);
            }
        }
        return to.toString();
    }

    /** What starts it. */
    public ProcessBuilder of(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
