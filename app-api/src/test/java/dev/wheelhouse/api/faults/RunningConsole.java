package dev.wheelhouse.api.faults;

import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.LogSettings;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;

/** A console in this process with a home of its own, and its owner as client. */
final class RunningConsole implements AutoCloseable {

    private final Console console;
    private final Client client;

    private RunningConsole(Console console, Client client) {
        this.console = console;
        this.client = client;
    }

    static RunningConsole start(Path home) throws IOException {
        return start(home, Clock.systemUTC());
    }

    static RunningConsole start(Path home, Clock clock) throws IOException {
        return open(StateKind.migrated(home), clock);
    }

    /** One that makes the schema of its state itself. */
    static RunningConsole startAnew(Path home) throws IOException {
        return open(home, Clock.systemUTC());
    }

    private static RunningConsole open(Path home, Clock clock) throws IOException {
        LogSettings.apply();
        PrintStream nobody = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Console console = Console.start(new LaunchOptions(true, home, 0, null, false), clock, nobody);
        return new RunningConsole(console, new Client(console.port(), home));
    }

    Console console() {
        return console;
    }

    Client client() {
        return client;
    }

    int port() {
        return console.port();
    }

    @Override
    public void close() {
        client.close();
        console.close();
    }
}
