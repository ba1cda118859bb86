package dev.wheelhouse.core.access;

/** Who took an invite, and their key with its token, this one time. */
public record AcceptedInvite(Member member, CreatedApiKey key) {}
