package dev.wheelhouse.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the whole window does while nobody touches it. */
class RestingWindowTest extends FxTest {

    @TempDir
    private Path home;

    private final Counting background = new Counting();
    private TestCore core;

    /** Counts what is done again and again. */
    private static final class Counting implements Background {

        private final FxBackground real = new FxBackground();
        private final AtomicInteger repeating = new AtomicInteger();
        private final AtomicInteger repeated = new AtomicInteger();

        @Override
        public <T extends @Nullable Object> Handle run(
                Callable<T> work, Consumer<? super T> done, Consumer<? super AppException> failed) {
            return real.run(work, done, failed);
        }

        @Override
        public <T extends @Nullable Object> Handle run(
                Callable<T> work, Runnable stop, Consumer<? super T> done, Consumer<? super AppException> failed) {
            return real.run(work, stop, done, failed);
        }

        @Override
        public Handle after(Duration delay, Runnable update) {
            return real.after(delay, update);
        }

        @Override
        public Handle every(Duration period, Runnable update) {
            repeating.incrementAndGet();
            Handle handle = real.every(period, () -> {
                repeated.incrementAndGet();
                update.run();
            });
            return () -> {
                repeating.decrementAndGet();
                handle.cancel();
            };
        }

        @Override
        public void onWindow(Runnable update) {
            real.onWindow(update);
        }
    }

    @BeforeEach
    void openWindow() {
        core = TestCore.start(home);
        onFx(() -> {
            ConsoleFacts facts = new ConsoleFacts("http://127.0.0.1:7465", home.resolve("token"), "1.4.0", "sqlite");
            new ConsoleWiring(core.core(), facts, Clock.systemUTC(), background)
                    .open(stage(), List.of(), () -> {}, () -> {}, () -> {});
            return true;
        });
        waitFor("the overview", () -> background.repeated.get() > 0);
    }

    @AfterEach
    void closeWindow() {
        onFx(() -> {
            stage().close();
            return true;
        });
        core.close();
    }

    @Test
    void paintsOnlyWhatChangesAndReadsNothingForAScreenThatNobodySees() {
        int before = background.repeated.get();
        waitForRest(3);
        assertThat(background.repeated.get())
                .as("The overview was read meanwhile")
                .isGreaterThan(before);

        int seen = background.repeating.get();
        onFx(() -> {
            stage().setIconified(true);
            return true;
        });
        waitFor("all but the notices and the bands to rest", () -> background.repeating.get() == 2);
        onFx(() -> {
            stage().setIconified(false);
            return true;
        });
        waitFor("the overview again", () -> background.repeating.get() == seen);
    }
}
