package dev.wheelhouse.api.health;

import org.jspecify.annotations.Nullable;

/**
 * @param status {@code ok}, or {@code degraded} while the console's own state cannot be read or written
 * @param reason why it is degraded, for anybody; null when it is not
 * @param version of the product
 * @param uptimeSeconds since the server was made, whole seconds
 */
record HealthJson(String status, @Nullable String reason, String version, long uptimeSeconds) {}
