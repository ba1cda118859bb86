package dev.wheelhouse.api.webhooks;

import dev.wheelhouse.api.delivery.DeliveryJson;
import dev.wheelhouse.core.platform.delivery.Attempt;
import dev.wheelhouse.core.webhooks.WebhookTrial;
import org.jspecify.annotations.Nullable;

/** What came of {@code POST /outbound-webhooks/{id}/test}. */
record TrialJson(
        boolean delivered,
        @Nullable Integer statusCode,
        @Nullable String error,
        DeliveryJson delivery) {

    static TrialJson from(WebhookTrial trial) {
        Attempt attempt = trial.delivery().attempts().getLast();
        return new TrialJson(
                trial.delivered(), attempt.statusCode(), attempt.error(), DeliveryJson.from(trial.delivery()));
    }
}
