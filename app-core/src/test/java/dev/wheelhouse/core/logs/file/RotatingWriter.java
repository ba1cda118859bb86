package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;

/** Writes a log and renames its files, a step or a few around each call of the host that reads it. Thread-safe. */
final class RotatingWriter {

    private final Path file;
    private final Random random;
    private final Queue<Runnable> steps = new ArrayDeque<>();

    RotatingWriter(Path file, int lines, int linesAFile, int rotated, Random random) {
        this.file = file;
        this.random = random;
        for (int i = 0; i < lines; i++) {
            String line = line(i);
            if (i > 0 && i % linesAFile == 0) {
                for (int number = rotated - 1; number >= 0; number--) {
                    int from = number;
                    steps.add(() -> move(from));
                }
            }
            steps.add(() -> write(line + "\n"));
        }
    }

    private static String line(int number) {
        return number + " a line of the log";
    }

    static List<String> lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(RotatingWriter::line).toList();
    }

    private Path named(int number) {
        return number == 0 ? file : Path.of(file + "." + number);
    }

    private void move(int number) {
        try {
            if (Files.exists(named(number))) {
                Files.move(named(number), named(number + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND, StandardOpenOption.CREATE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void goOn() {
        for (int left = random.nextInt(8); left > 0 && !steps.isEmpty(); left--) {
            steps.remove().run();
        }
    }

    synchronized boolean isDone() {
        return steps.isEmpty();
    }

    Host around(Host host) {
        HostFiles files = (HostFiles) Proxy.newProxyInstance(
                Host.class.getClassLoader(), new Class<?>[] {HostFiles.class}, (_, method, arguments) -> {
                    goOn();
                    try {
                        return method.invoke(host.files(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        goOn();
                    }
                });
        return (Host) Proxy.newProxyInstance(
                Host.class.getClassLoader(),
                new Class<?>[] {Host.class},
                (_, method, arguments) -> method.getName().equals("files") ? files : method.invoke(host, arguments));
    }
}
