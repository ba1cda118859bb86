package dev.wheelhouse.api.vault;

import org.jspecify.annotations.Nullable;

/** The body of {@code POST /vault/passphrase}. */
record PassphraseJson(
        @Nullable String passphrase,
        @Nullable String newPassphrase,
        @Nullable Boolean confirm) {

    boolean isConfirmed() {
        return confirm != null && confirm;
    }

    @Override
    public String toString() {
        return "PassphraseJson[…]";
    }
}
