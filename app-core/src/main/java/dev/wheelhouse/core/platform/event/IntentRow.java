package dev.wheelhouse.core.platform.event;

/** Something begun whose outcome is not known yet. */
record IntentRow(
        String id, String organizationId, String homeId, String kind, String subjectId, String actor, long createdAt) {}
