package dev.wheelhouse.ui.fx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.testing.FxTest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Test;

class FxBackgroundTest extends FxTest {

    @Test
    void reportsAnErrorAsItReportsAnException() throws Exception {
        CompletableFuture<AppException> failed = new CompletableFuture<>();
        new FxBackground()
                .run(
                        () -> {
                            throw new OutOfMemoryError("pretended");
                        },
                        _ -> {},
                        failed::complete);

        assertThat(failed.get(10, TimeUnit.SECONDS).errorCode()).isEqualTo(PlatformError.INTERNAL);
    }

    @Test
    void waitsWithoutAPulse() {
        AtomicInteger ticks = new AtomicInteger();
        show(new StackPane(), 200, 100);
        Background.Handle timer = new FxBackground().every(Duration.ofMillis(50), ticks::incrementAndGet);
        waitForRest(1);
        timer.cancel();
        assertThat(ticks.get()).isPositive();
    }

    @Test
    void runsNothingOnceItIsCancelledOnTheWindowsThread() throws Exception {
        FxBackground background = new FxBackground();
        AtomicInteger late = new AtomicInteger();
        CompletableFuture<Boolean> behind = new CompletableFuture<>();
        onFx(() -> {
            Background.Handle once = background.after(Duration.ofMillis(20), late::incrementAndGet);
            Background.Handle again = background.every(Duration.ofMillis(20), late::incrementAndGet);
            background.after(Duration.ofMillis(200), () -> behind.complete(true));
            once.cancel();
            again.cancel();
            return true;
        });
        assertThat(behind.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(late.get()).isZero();
    }
}
