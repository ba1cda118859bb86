package dev.wheelhouse.core.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the classes of the tests in processes of their own.
 *
 * @param classPath what they are made of
 * @param options of their Java
 */
public record JavaProcess(String classPath, List<String> options) {

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
