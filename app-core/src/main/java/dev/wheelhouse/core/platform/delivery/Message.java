package dev.wheelhouse.core.platform.delivery;

/**
 * What a target is sent about an event; the same at each attempt.
 *
 * @param eventId by which a receiver knows what it got twice
 * @param type the event's kind, such as {@code deploy.failed}
 */
public record Message(String eventId, String type, String body) {}
