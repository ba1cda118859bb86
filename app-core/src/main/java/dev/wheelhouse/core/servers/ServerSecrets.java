package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.ssh.SshCredentials;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * What a server is logged in to with.
 *
 * @param privateKey only of the type key, and there never null
 * @param passphrase only of the type key
 * @param password only of the type password, and there never null
 */
record ServerSecrets(
        ServerAuthType type,
        @Nullable String privateKey,
        @Nullable String passphrase,
        @Nullable String password) {

    static final String TABLE = "server";

    static ServerSecrets stored(Vault vault, String serverId, ServerAuthType type) {
        return switch (type) {
            case KEY ->
                new ServerSecrets(type, find(vault, serverId, "privateKey"), find(vault, serverId, "passphrase"), null);
            case PASSWORD -> new ServerSecrets(type, null, null, find(vault, serverId, "password"));
            case AGENT -> new ServerSecrets(type, null, null, null);
        };
    }

    private static @Nullable String find(Vault vault, String serverId, String field) {
        return vault.findText(new SecretRef(TABLE, serverId, field)).orElse(null);
    }

    /**
     * What is stored with what a draft changes.
     *
     * @param stored null for a new server and for one whose type of log-in changes
     * @throws AppException {@code validation_failed} for what is missing or does not belong
     */
    static ServerSecrets of(ServerDraft.Auth auth, @Nullable ServerSecrets stored) {
        ServerSecrets before = stored != null && stored.type() == auth.type()
                ? stored
                : new ServerSecrets(auth.type(), null, null, null);
        return switch (auth.type()) {
            case KEY -> ofKey(auth, before);
            case PASSWORD -> ofPassword(auth, before);
            case AGENT -> {
                refuse(auth.privateKey(), "privateKey", "The agent has the key.");
                refuse(auth.passphrase(), "passphrase", "The agent has the key.");
                refuse(auth.password(), "password", "A log-in by agent has no password.");
                yield before;
            }
        };
    }

    /**
     * Refuses a log-in that would keep one of these, which were given for another address.
     *
     * @param where that address
     */
    void requireNoneKept(ServerDraft.Auth auth, String where) {
        if (auth.type() != type) {
            return;
        }
        requireGiven("privateKey", auth.privateKey(), privateKey, where);
        requireGiven("password", auth.password(), password, where);
    }

    private static void requireGiven(String field, SecretChange change, @Nullable String stored, String where) {
        if (stored != null && change instanceof SecretChange.Keep) {
            throw AppException.invalid("auth." + field, "Give it again: what is stored is for " + where + ".");
        }
    }

    private static ServerSecrets ofKey(ServerDraft.Auth auth, ServerSecrets before) {
        refuse(auth.password(), "password", "A log-in by key has no password.");
        String key = after(auth.privateKey(), before.privateKey());
        boolean sameKey = auth.privateKey() instanceof SecretChange.Keep;
        String passphrase = after(auth.passphrase(), sameKey ? before.passphrase() : null);
        require(key, "privateKey", "Give the private key.");
        return new ServerSecrets(auth.type(), key, emptyToNull(passphrase), null);
    }

    private static ServerSecrets ofPassword(ServerDraft.Auth auth, ServerSecrets before) {
        refuse(auth.privateKey(), "privateKey", "A log-in by password has no key.");
        refuse(auth.passphrase(), "passphrase", "A log-in by password has no passphrase.");
        String password = after(auth.password(), before.password());
        require(password, "password", "Give the password.");
        return new ServerSecrets(auth.type(), null, null, password);
    }

    private static @Nullable String after(SecretChange change, @Nullable String before) {
        return switch (change) {
            case SecretChange.Keep() -> before;
            case SecretChange.Replace(String value) -> value;
        };
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static void require(@Nullable String value, String field, String message) {
        if (value == null || value.isBlank()) {
            throw AppException.invalid("auth." + field, message);
        }
        if (value.indexOf('\0') >= 0) {
            throw AppException.invalid("auth." + field, "Remove the NUL character.");
        }
    }

    private static void refuse(SecretChange change, String field, String message) {
        if (change instanceof SecretChange.Replace(String value) && value != null) {
            throw AppException.invalid("auth." + field, message);
        }
    }

    /** Replaces what is stored of a server by this. */
    void save(Transaction tx, Vault vault, Server server) {
        vault.deleteAll(tx, TABLE, server.id());
        put(tx, vault, server, "privateKey", privateKey);
        put(tx, vault, server, "passphrase", passphrase);
        put(tx, vault, server, "password", password);
    }

    private static void put(Transaction tx, Vault vault, Server server, String field, @Nullable String value) {
        if (value != null) {
            vault.putText(tx, server.organizationId(), new SecretRef(TABLE, server.id(), field), value);
        }
    }

    SshCredentials credentials() {
        return switch (type) {
            case KEY -> new SshCredentials.PrivateKey(privateKey == null ? "" : privateKey, passphrase);
            case PASSWORD -> new SshCredentials.Password(password == null ? "" : password);
            case AGENT -> new SshCredentials.Agent();
        };
    }

    /** A text with every secret of these taken out. */
    String removeFrom(String text) {
        String clean = text;
        for (String secret : new @Nullable String[] {password, passphrase}) {
            if (secret != null && !secret.isEmpty()) {
                clean = clean.replace(secret, "***");
            }
        }
        return clean;
    }

    @Override
    public String toString() {
        return "ServerSecrets[" + type + "]";
    }
}
