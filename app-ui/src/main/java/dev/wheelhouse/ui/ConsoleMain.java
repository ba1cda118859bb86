package dev.wheelhouse.ui;

import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.LogSettings;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.ProcessEnd;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import javafx.application.Application;

/** Wheelhouse with its window: starts the core and the API in this process, then shows the window. */
public final class ConsoleMain {

    private static final int CANNOT_START = 1;

    private ConsoleMain() {}

    public static void main(String[] arguments) {
        Map<String, String> properties = Map.of(
                "os.name", System.getProperty("os.name"),
                "user.home", System.getProperty("user.home"));
        LogSettings.apply();
        Console console;
        try {
            LaunchOptions options = LaunchOptions.parse(List.of(arguments), System.getenv(), properties);
            console = Console.start(options, Clock.systemUTC(), System.out);
        } catch (AppException | IOException e) {
            System.err.println(e.getMessage());
            System.exit(CANNOT_START);
            return;
        }
        ProcessEnd.whenAsked(console::close);
        Application.launch(
                ConsoleApp.class,
                "http://127.0.0.1:" + console.server().port(),
                console.core().access().localTokenFile().toString());
        console.close();
    }
}
