package dev.wheelhouse.core;

import org.jspecify.annotations.Nullable;

/**
 * What a person or a service manager gives a console at its start, and nobody else may see.
 *
 * @param joinCode of an invitation to the vault of the shared state; null to start as a home that has joined
 * @param passphrase of the home; null to start with a locked vault where the home has one
 */
public record StartSecrets(
        @Nullable String joinCode, @Nullable String passphrase) {

    public static final StartSecrets NONE = new StartSecrets(null, null);

    @Override
    public String toString() {
        return "StartSecrets[…]";
    }
}
