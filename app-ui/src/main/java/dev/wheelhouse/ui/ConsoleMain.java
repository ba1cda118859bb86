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
import dev.wheelhouse.ui.shell.SingleInstance;
import dev.wheelhouse.ui.theme.Theme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.stage.Stage;

/** Wheelhouse with its window: shows it first, then opens the state and starts the API, all in this process. */
public final class ConsoleMain {

    private static final System.Logger LOG = System.getLogger(ConsoleMain.class.getName());
    private static final Duration LONGEST_PAINT = Duration.ofSeconds(3);

    private ConsoleMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Map<String, String> properties = Map.of(
                "os.name", System.getProperty("os.name"),
                "user.home", System.getProperty("user.home"));
        LogSettings.apply();
        LaunchOptions options;
        try {
            options = LaunchOptions.parse(List.of(arguments), System.getenv(), properties);
        } catch (AppException e) {
            System.err.println(e.getMessage());
            System.exit(LaunchOptions.WRONG_CALL);
            return;
        }
        Console console;
        FxStart window;
        try {
            window = FxStart.begin(Theme::prepare);
            console = begin(options);
        } catch (AppException | IOException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            endWhileJavaFxStarts(LaunchOptions.refusalCode(List.of(arguments)));
            return;
        }
        ProcessEnd.whenAsked(console::close);
        AtomicBoolean again = new AtomicBoolean();
        boolean well = run(window, console, options, () -> again.set(true));
        console.close();
        // JavaFX keeps threads that would hold the process.
        System.exit(
                well && (!again.get() || startAgain(arguments)) ? 0 : LaunchOptions.refusalCode(List.of(arguments)));
    }

    private static boolean startAgain(String[] arguments) {
        try {
            ConsoleRestart.start(ConsoleMain.class, LaunchOptions.forRestart(List.of(arguments)));
            return true;
        } catch (IOException e) {
            System.err.println("The console cannot be started again: " + e.getMessage());
            return false;
        }
    }

    private static Console begin(LaunchOptions options) throws IOException, InterruptedException {
        try {
            return Console.begin(options, Clock.systemUTC());
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.IN_USE
                    && new SingleInstance(Home.open(options.home())).call(options.files())) {
                System.out.println("Wheelhouse runs with this home already; its window "
                        + (options.files().isEmpty() ? "was brought to the front." : "opens what was named."));
                endWhileJavaFxStarts(0);
            }
            throw e;
        }
    }

    /** Java's own way out would ask JavaFX to end, which says with its traces that it is not whole yet. */
    private static void endWhileJavaFxStarts(int code) {
        System.out.flush();
        Runtime.getRuntime().halt(code);
    }

    /** Shows the window, then starts the rest behind it, and waits until it is closed; false when either cannot be. */
    private static boolean run(FxStart window, Console console, LaunchOptions options, Runnable restart)
            throws InterruptedException {
        CountDownLatch painted = new CountDownLatch(1);
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        try {
            window.run(() -> {
                try {
                    open(console, options, painted::countDown, restart, () -> closed.complete(true));
                } catch (RuntimeException | Error e) {
                    // JavaFX would only print it, and nobody could close a window that is not there.
                    System.err.println("The window cannot be opened: " + e);
                    closed.complete(false);
                    painted.countDown();
                }
            });
        } catch (IllegalStateException e) {
            System.err.println(
                    "The window cannot be opened here. " + e.getMessage() + " The API alone starts with --headless.");
            return false;
        }
        // The state and the API would fight the first frame for the processor.
        if (!painted.await(LONGEST_PAINT.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.log(System.Logger.Level.INFO, "The window takes long to show; the rest starts beside it");
        }
        if (!closed.getNow(true)) {
            return false;
        }
        try {
            console.finishStart(System.out);
            console.core().access().requirePerson();
        } catch (AppException | IOException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            return false;
        }
        return closed.join();
    }

    private static void open(
            Console console, LaunchOptions options, Runnable painted, Runnable restart, Runnable closed) {
        FxBackground background = new FxBackground();
        Stage stage = new Stage();
        if (options.exitAfterStart()) {
            // A trial start: nobody should see it, but everything must be drawn.
            stage.setOpacity(0);
        }
        ConsoleFacts facts = new ConsoleFacts(
                console::url,
                console.core().access().localTokenFile(),
                ProductVersion.current(),
                console.core().stateKind());
        ConsoleWiring wiring = new ConsoleWiring(console.core(), facts, Clock.systemUTC(), background);
        if (options.exitAfterStart()) {
            wiring.openOnTrial(stage, painted, closed);
        } else {
            wiring.open(stage, options.files(), painted, restart, closed);
        }
    }
}
