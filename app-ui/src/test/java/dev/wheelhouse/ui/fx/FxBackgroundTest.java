package dev.wheelhouse.ui.fx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.testing.FxTest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
}
