package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.platform.caller.Caller;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a window asks of restores; {@link Restores} answers it, otherwise as {@link BackupGateway}. */
public interface RestoreGateway {

    RestoreWindow window(Caller caller, String configId);

    RestorePreview plan(Caller caller, String configId, @Nullable String runId, RestoreRequest request);

    CompletableFuture<RestoreResult> restore(
            Caller caller, String configId, @Nullable String runId, RestoreRequest request);
}
