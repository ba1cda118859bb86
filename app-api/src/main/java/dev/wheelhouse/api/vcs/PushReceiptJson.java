package dev.wheelhouse.api.vcs;

/**
 * The answer to what a provider sends.
 *
 * @param repeated whether it has come before
 */
record PushReceiptJson(boolean repeated) {}
