package dev.wheelhouse.ui;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts the program of this process once more, with the same arguments, environment and folder. */
final class ConsoleRestart {

    private ConsoleRestart() {}

    /**
     * Starts it and returns; the caller has let go of the home and ends the process.
     *
     * @param main the class whose main method got the arguments
     * @throws IOException when the process cannot be started
     */
    static void start(Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        // The launcher of an installed package (jpackage) knows the options of its Java runtime itself.
        String launcher = System.getProperty("jpackage.app-path");
        if (launcher == null) {
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        } else {
            command.add(launcher);
        }
        command.addAll(arguments);
        new ProcessBuilder(command).inheritIO().start();
    }
}
