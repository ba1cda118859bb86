package dev.wheelhouse.core.platform.secret;

import org.jspecify.annotations.Nullable;

/** What becomes of one stored secret when what it belongs to is saved. */
public sealed interface SecretChange {

    /** Leaves what is stored. */
    record Keep() implements SecretChange {}

    /**
     * Stores another.
     *
     * @param value null to store none
     */
    record Replace(@Nullable String value) implements SecretChange {

        @Override
        public String toString() {
            return "Replace[…]";
        }
    }

    static SecretChange keep() {
        return new Keep();
    }

    static SecretChange replace(@Nullable String value) {
        return new Replace(value);
    }
}
