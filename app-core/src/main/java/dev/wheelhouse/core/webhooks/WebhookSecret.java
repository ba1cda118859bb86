package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.signing.StandardWebhooks;
import java.util.random.RandomGenerator;

/** What a webhook's messages are signed with, in the form of {@link StandardWebhooks#newSecret}. */
public record WebhookSecret(String text) {

    /** @throws IllegalArgumentException for another form */
    public WebhookSecret {
        StandardWebhooks.key(text);
    }

    static WebhookSecret generate(RandomGenerator random) {
        return new WebhookSecret(StandardWebhooks.newSecret(random));
    }

    /** Never the secret itself. */
    @Override
    public String toString() {
        return "WebhookSecret[…]";
    }
}
