package dev.wheelhouse.api.health;

/**
 * @param status always {@code ok}: a console that cannot say so does not answer
 * @param version of the product
 * @param uptimeSeconds since the server was made, whole seconds
 */
record HealthJson(String status, String version, long uptimeSeconds) {}
