package dev.wheelhouse.core.platform.event;

/** An event as stored; {@code actor} and {@code data} are JSON objects. */
record EventRow(
        String id,
        String organizationId,
        long ordinal,
        String kind,
        String subjectId,
        long occurredAt,
        String actor,
        String data,
        String hash) {}
