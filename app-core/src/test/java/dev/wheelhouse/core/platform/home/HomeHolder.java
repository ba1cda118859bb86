package dev.wheelhouse.core.platform.home;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that holds a home until it is killed or its input ends: the other console in a test. */
final class HomeHolder {

    static final String HELD = "held";

    private HomeHolder() {}

    /** Starts one; its first line is {@link #HELD} or why it was refused. */
    static Process start(Path directory) throws IOException {
        return JavaProcess.plain()
                .of(HomeHolder.class, directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static String firstLine(Process holder) throws IOException {
        return holder.inputReader(StandardCharsets.UTF_8).readLine();
    }

    public static void main(String[] arguments) throws IOException {
        try (HomeLock _ = HomeLock.acquire(Home.open(Path.of(arguments[0])))) {
            System.out.println(HELD);
            int end = System.in.read();
            System.out.println("released after " + end);
        } catch (AppException e) {
            System.out.println(e.getMessage());
        }
    }
}
