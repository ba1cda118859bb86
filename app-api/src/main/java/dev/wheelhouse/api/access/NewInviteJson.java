package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.Role;

/** The body of {@code POST /members/invites}. */
record NewInviteJson(String email, Role role) {}
