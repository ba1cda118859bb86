package dev.wheelhouse.core.databases.connections;

import org.jspecify.annotations.Nullable;

/** What becomes of a stored password when a connection is saved. */
public sealed interface PasswordChange {

    /** Leaves what is stored. */
    record Keep() implements PasswordChange {}

    /**
     * Stores another.
     *
     * @param password null to store none
     */
    record Replace(@Nullable String password) implements PasswordChange {

        @Override
        public String toString() {
            return "Replace[…]";
        }
    }
}
