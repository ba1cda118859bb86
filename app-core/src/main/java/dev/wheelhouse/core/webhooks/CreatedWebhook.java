package dev.wheelhouse.core.webhooks;

/** A webhook with a new secret and, this one time, that secret. */
public record CreatedWebhook(Webhook webhook, WebhookSecret secret) {}
