package dev.wheelhouse.api.vault;

/** The body of {@code POST /vault/unlock}. */
record UnlockJson(String passphrase) {

    @Override
    public String toString() {
        return "UnlockJson[…]";
    }
}
