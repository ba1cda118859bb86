package dev.wheelhouse.api.webhooks;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /outbound-webhooks/{id}/redeliver}. */
record RedeliveryJson(Instant since, @Nullable Boolean failedOnly) {

    boolean isFailedOnly() {
        return Boolean.TRUE.equals(failedOnly);
    }

    /** @param redelivered how many deliveries are sent again */
    record Answer(int redelivered) {}
}
