package dev.wheelhouse.api.access;

/** The body of {@code PATCH /me} and {@code PATCH /organization}. */
record NamePatchJson(String name) {}
