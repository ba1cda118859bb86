package dev.wheelhouse.api;

import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.LogSettings;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.ProcessEnd;
import dev.wheelhouse.core.platform.service.ServiceNotifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Wheelhouse without its window. */
public final class ApiMain {

    private ApiMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        LogSettings.apply();
        ServiceNotifier systemd = ServiceNotifier.of(System.getenv());
        LaunchOptions options;
        try {
            options = LaunchOptions.parse(List.of(arguments), System.getenv(), properties())
                    .requireNoFiles();
        } catch (AppException e) {
            System.err.println(e.getMessage());
            System.exit(LaunchOptions.WRONG_CALL);
            return;
        }
        Console console;
        try {
            console = Console.start(options, Clock.systemUTC(), System.out, new StoreWait(systemd, StoreWait.PAUSE));
        } catch (AppException | IOException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            System.exit(LaunchOptions.refusalCode(List.of(arguments)));
            return;
        }
        if (options.exitAfterStart()) {
            StartTrial.run(console);
            console.close();
            return;
        }
        CountDownLatch stopped = new CountDownLatch(1);
        ProcessEnd.whenAsked(() -> {
            systemd.stopping();
            console.close();
            stopped.countDown();
        });
        systemd.ready("Answers at " + console.url());
        stopped.await();
    }

    private static Map<String, String> properties() {
        return Map.of(
                "os.name", System.getProperty("os.name"),
                "user.home", System.getProperty("user.home"));
    }
}
