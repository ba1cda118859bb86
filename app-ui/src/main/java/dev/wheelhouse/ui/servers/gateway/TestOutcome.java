package dev.wheelhouse.ui.servers.gateway;

import org.jspecify.annotations.Nullable;

/**
 * How a server answered when it was asked.
 *
 * @param os such as {@code Debian GNU/Linux 12 (bookworm)}; null when it did not get so far
 * @param fingerprint of the host key that it shows, {@code SHA256:…}; null for the own machine
 * @param error why it did not work, for people and without any secret; null when it did
 */
public record TestOutcome(
        boolean ok,
        @Nullable String os,
        KeyTrust trust,
        @Nullable String fingerprint,
        @Nullable String error) {}
