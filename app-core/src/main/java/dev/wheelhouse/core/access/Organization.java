package dev.wheelhouse.core.access;

import java.time.Instant;

/** Whose objects a console works on; members belong to one. */
public record Organization(String id, String name, Instant createdAt) {}
