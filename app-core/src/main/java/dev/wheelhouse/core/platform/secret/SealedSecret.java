package dev.wheelhouse.core.platform.secret;

/**
 * A stored secret.
 *
 * @param sealed base 64
 * @param keyVersion of the data key it is sealed with; 0 when that was never known
 */
record SealedSecret(String sealed, int keyVersion) {}
