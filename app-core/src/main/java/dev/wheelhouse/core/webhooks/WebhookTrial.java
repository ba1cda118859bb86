package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.delivery.Delivery;

/** What came of a webhook that was tried. */
public record WebhookTrial(boolean delivered, Delivery delivery) {}
