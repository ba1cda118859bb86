package dev.wheelhouse.core.platform.event;

/** An event as stored; {@code actor} and {@code data} are JSON objects. Public so that its accessors can be bound. */
public record EventRow(
        String id,
        String organizationId,
        long ordinal,
        String kind,
        String subjectId,
        long occurredAt,
        String actor,
        String data,
        String hash) {}
