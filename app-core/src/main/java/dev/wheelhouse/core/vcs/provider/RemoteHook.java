package dev.wheelhouse.core.vcs.provider;

/**
 * A webhook as its provider has it.
 *
 * @param id the provider's own
 * @param signed whether it signs what it sends; otherwise it only sends a token along
 */
public record RemoteHook(String id, String url, boolean active, boolean signed) {}
