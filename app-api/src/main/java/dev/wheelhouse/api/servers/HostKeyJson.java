package dev.wheelhouse.api.servers;

/** The body of {@code POST /servers/{id}/trust-host-key}. */
record HostKeyJson(String fingerprint) {}
