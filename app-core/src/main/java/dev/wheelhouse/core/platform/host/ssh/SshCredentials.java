package dev.wheelhouse.core.platform.host.ssh;

import org.jspecify.annotations.Nullable;

/** How the console proves itself to a server. The texts never show what is secret. */
public sealed interface SshCredentials {

    record Password(String password) implements SshCredentials {

        @Override
        public String toString() {
            return "Password[…]";
        }
    }

    /**
     * @param pem the private key's text, in OpenSSH's form or as PEM
     * @param passphrase null for a key that is not encrypted
     */
    record PrivateKey(String pem, @Nullable String passphrase) implements SshCredentials {

        @Override
        public String toString() {
            return "PrivateKey[…]";
        }
    }

    /** The keys of the SSH agent that {@code SSH_AUTH_SOCK} names. */
    record Agent() implements SshCredentials {}
}
