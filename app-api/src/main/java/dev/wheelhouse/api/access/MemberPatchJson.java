package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.Role;

/** The body of {@code PATCH /members/{id}}. */
record MemberPatchJson(Role role) {}
