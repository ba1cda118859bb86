package dev.wheelhouse.api.access;

/** The body of {@code POST /members/invites/accept}. */
record InviteTokenJson(String token) {}
