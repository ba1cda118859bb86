package dev.wheelhouse.core.webhooks;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.Optional;

/** What webhooks sign with, in the vault. Thread-safe. */
final class WebhookSecrets {

    private static final String TABLE = "webhook";

    private final Vault vault;

    WebhookSecrets(Vault vault) {
        this.vault = vault;
    }

    /** Before the transaction that stores the first one. */
    void prepare() {
        vault.prepare();
    }

    void put(Transaction tx, String organizationId, String id, WebhookSecret secret) {
        vault.putText(tx, organizationId, current(id), secret.text());
    }

    /** Has the current one sign on beside the next; false for one that does not open any more. */
    boolean isKeptAsPrevious(Transaction tx, String organizationId, String id) {
        try {
            vault.put(
                    tx,
                    organizationId,
                    previous(id),
                    vault.find(tx, current(id)).orElseThrow());
            return true;
        } catch (AppException e) {
            if (e.errorCode() != PlatformError.STATE_INVALID) {
                throw e;
            }
            deletePrevious(tx, id);
            return false;
        }
    }

    WebhookSecret get(String id) {
        return vault.findText(current(id)).map(WebhookSecret::new).orElseThrow();
    }

    Optional<WebhookSecret> findPrevious(String id) {
        return vault.findText(previous(id)).map(WebhookSecret::new);
    }

    void deletePrevious(Transaction tx, String id) {
        vault.delete(tx, previous(id));
    }

    void deleteAll(Transaction tx, String id) {
        vault.deleteAll(tx, TABLE, id);
    }

    private static SecretRef current(String id) {
        return new SecretRef(TABLE, id, "secret");
    }

    private static SecretRef previous(String id) {
        return new SecretRef(TABLE, id, "previousSecret");
    }
}
