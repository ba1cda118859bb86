package dev.wheelhouse.core.platform.event;

/** Something begun whose outcome is not known yet. Public so that its accessors can be bound. */
public record IntentRow(
        String id, String organizationId, String homeId, String kind, String subjectId, String actor, long createdAt) {}
