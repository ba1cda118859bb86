package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.mail.dkim.DkimKeyPair;
import dev.wheelhouse.core.mail.dkim.DkimKeyState;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The keys of domains in the state and in the vault. Thread-safe; each call takes part in the caller's transaction. */
final class DkimKeys {

    private final MailConfig config;
    private final JdbcDkimKeyStore keys;

    DkimKeys(MailConfig config, JdbcDkimKeyStore keys) {
        this.config = config;
        this.keys = keys;
    }

    /** {@code Vault.prepare} was called before. */
    DkimKey add(Transaction tx, MailDomain domain, String selector, DkimKeyPair pair, DkimKeyState state) {
        Instant now = config.clock().instant();
        DkimKey key = new DkimKey(
                config.ids().next("key"),
                domain.organizationId(),
                domain.id(),
                selector,
                pair.type(),
                pair.publicKey(),
                state,
                now,
                now);
        keys.insert(tx, key);
        config.vault().put(tx, domain.organizationId(), key.secret(), pair.pkcs8());
        return key;
    }

    /** Those of a domain: the one that signs first, then the newest. */
    List<DkimKey> of(Transaction tx, String domainId) {
        return keys.of(tx, domainId);
    }

    /** Those of an organization: of each domain the one that signs first, then the newest. */
    List<DkimKey> all(Transaction tx, String organizationId) {
        return keys.ofOrganization(tx, organizationId);
    }

    void set(Transaction tx, DkimKey key, DkimKeyState state) {
        keys.setState(tx, key.in(state, config.clock().instant()));
    }

    void remove(Transaction tx, DkimKey key) {
        config.vault().delete(tx, key.secret());
        keys.delete(tx, key.id());
    }

    /** Removes the private keys of a domain that is deleted; the rest goes with its row. */
    void forget(Transaction tx, String domainId) {
        keys.of(tx, domainId).forEach(each -> config.vault().delete(tx, each.secret()));
    }

    /** Revokes what signed until a week ago, and forgets what was revoked for long. */
    void sweep(Transaction tx, MailDomain domain) {
        Instant now = config.clock().instant();
        for (DkimKey key : keys.of(tx, domain.id())) {
            Instant end = key.endsAt();
            if (end == null || !end.isBefore(now)) {
                continue;
            }
            if (key.state() == DkimKeyState.RETIRED) {
                set(tx, key, DkimKeyState.REVOKED);
                config.vault().delete(tx, key.secret());
                config.events()
                        .appendOfConsole(
                                tx,
                                domain.organizationId(),
                                new NewEvent(
                                        EventKind.MAIL_KEY_REVOKED,
                                        domain.id(),
                                        Map.of("fqdn", domain.fqdn(), "selector", key.selector())));
            } else {
                remove(tx, key);
            }
        }
    }
}
