package dev.wheelhouse.core.access;

/** A stored key with the role that its member has now. */
record KeyOfMember(ApiKey key, String tokenHash, Role role) {}
