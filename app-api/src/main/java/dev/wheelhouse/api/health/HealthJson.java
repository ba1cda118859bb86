package dev.wheelhouse.api.health;

/**
 * @param status {@code ok}, or {@code degraded} while the console's own state cannot be asked
 * @param version of the product
 * @param uptimeSeconds since the server was made, whole seconds
 */
record HealthJson(String status, String version, long uptimeSeconds) {}
