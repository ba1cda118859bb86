package dev.wheelhouse.core.servers;

import org.jspecify.annotations.Nullable;

/**
 * Whether a server answered and let the console in.
 *
 * @param error why it did not, without any secret; null when it did
 * @param os what the server says it runs, such as {@code Debian GNU/Linux 12 (bookworm)}; null when it was not asked
 * @param hostKeyFingerprint of the key that the server showed, as {@code ssh-keygen -l} prints it; null for the own
 *     machine and when none was shown
 */
public record ServerTest(
        boolean ok,
        @Nullable String error,
        @Nullable String os,
        @Nullable String hostKeyFingerprint) {}
