package dev.wheelhouse.core.access;

import java.time.Instant;

/** A person in an organization. */
public record Member(String id, String organizationId, String name, Role role, Instant createdAt) {}
