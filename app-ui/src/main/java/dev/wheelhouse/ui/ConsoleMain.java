package dev.wheelhouse.ui;

import dev.wheelhouse.api.Console;
import dev.wheelhouse.api.ProductVersion;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.LogSettings;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.ProcessEnd;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.fx.FxStart;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Rehearsal;
import dev.wheelhouse.ui.shell.WindowSummons;
import dev.wheelhouse.ui.theme.Theme;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javafx.stage.Stage;

/** Wheelhouse with its window: starts the core and the API in this process, then shows the window. */
public final class ConsoleMain {

    private static final int CANNOT_START = 1;
    private static final Duration TRIAL = Duration.ofSeconds(2);

    private ConsoleMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Map<String, String> properties = Map.of(
                "os.name", System.getProperty("os.name"),
                "user.home", System.getProperty("user.home"));
        LogSettings.apply();
        LaunchOptions options;
        Console console;
        FxStart window;
        try {
            options = LaunchOptions.parse(List.of(arguments), System.getenv(), properties);
            // Beside the core: each takes about half of the start.
            window = FxStart.begin(() -> {
                Theme.prepare();
                Rehearsal.run(new FxBackground());
            });
            console = start(options);
        } catch (AppException | IOException e) {
            System.err.println(e.getMessage());
            System.exit(CANNOT_START);
            return;
        }
        ProcessEnd.whenAsked(console::close);
        boolean shown = showWindow(window, console, options);
        console.close();
        // JavaFX keeps threads that would hold the process.
        System.exit(shown ? 0 : CANNOT_START);
    }

    private static Console start(LaunchOptions options) throws IOException, InterruptedException {
        try {
            return Console.start(options, Clock.systemUTC(), System.out);
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.IN_USE && new WindowSummons(Home.open(options.home())).call()) {
                System.out.println("Wheelhouse runs with this home already; its window was brought to the front.");
                System.exit(0);
            }
            throw e;
        }
    }

    /** Shows the window and waits until it is closed; false when there can be none. */
    private static boolean showWindow(FxStart window, Console console, LaunchOptions options)
            throws InterruptedException {
        ConsoleFacts facts = new ConsoleFacts(
                "http://127.0.0.1:" + console.server().port(),
                console.core().access().localTokenFile(),
                ProductVersion.current(),
                console.core().stateKind());
        CountDownLatch closed = new CountDownLatch(1);
        try {
            window.run(() -> open(console, facts, options, closed));
        } catch (IllegalStateException e) {
            System.err.println("The window cannot be opened here. Check the display, or start with --headless. ("
                    + e.getMessage() + ")");
            return false;
        }
        closed.await();
        return true;
    }

    private static void open(Console console, ConsoleFacts facts, LaunchOptions options, CountDownLatch closed) {
        FxBackground background = new FxBackground();
        Stage stage = new Stage();
        if (options.exitAfterStart()) {
            // A trial start: nobody should see it, but everything must be drawn.
            stage.setOpacity(0);
            background.after(TRIAL, stage::close);
        }
        new ConsoleWiring(console.core(), facts, Clock.systemUTC(), background).open(stage, closed::countDown);
    }
}
