package dev.wheelhouse.core.databases.connections;

import org.jspecify.annotations.Nullable;

/**
 * Whether a database answered.
 *
 * @param serverVersion such as {@code PostgreSQL 16.4}; null when it did not answer
 * @param error why it did not, without any secret; null when it did
 */
public record ConnectionTest(
        boolean ok,
        @Nullable String serverVersion,
        @Nullable String error) {}
