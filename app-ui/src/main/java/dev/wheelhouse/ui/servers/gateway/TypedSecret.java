package dev.wheelhouse.ui.servers.gateway;

import org.jspecify.annotations.Nullable;

/** What was typed to prove the console to a server. The texts never show it. */
public sealed interface TypedSecret {

    /** Nothing was typed: what is stored stays, or none is needed. */
    record None() implements TypedSecret {}

    /**
     * @param privateKey PEM or OpenSSH text
     * @param passphrase null for a key without one
     */
    record Key(String privateKey, @Nullable String passphrase) implements TypedSecret {

        @Override
        public String toString() {
            return "Key[…]";
        }
    }

    record Password(String password) implements TypedSecret {

        @Override
        public String toString() {
            return "Password[…]";
        }
    }
}
