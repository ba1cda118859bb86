package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dkim.DkimKeyPair;
import dev.wheelhouse.core.mail.dkim.DkimKeyState;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.mail.records.ZoneFile;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mail domains of an organization, their records and their keys. Thread-safe. */
public final class MailDomainService {

    private final MailConfig config;
    private final MailStores stores;
    private final DomainRecords records;
    private final DomainChecks checks;
    private final DkimKeys keys;
    private final Revisions<MailDomain> revisions;

    MailDomainService(MailConfig config, MailStores stores, DomainRecords records, DomainChecks checks, DkimKeys keys) {
        this.config = config;
        this.stores = stores;
        this.records = records;
        this.checks = checks;
        this.keys = keys;
        this.revisions = new Revisions<>(
                "mail domain", config.store(), stores.domains(), config.events(), MailDomainService::told);
    }

    /**
     * Adds a domain and makes its DKIM key; it is checked for the first time at once, in the background.
     *
     * @throws AppException {@code insufficient_scope}; {@code validation_failed} with every field at fault;
     *     {@code already_exists} for a domain that is there; {@code vault_locked}
     */
    public MailDomain create(Caller caller, MailDomainDraft draft) {
        caller.require(Scope.MAIL_WRITE);
        Instant now = config.clock().instant();
        DomainValidation.Checked checked =
                DomainValidation.check(draft, config.suffixes(), now.atZone(ZoneOffset.UTC), null);
        MailInstance instance = instance(caller, draft.mailInstanceId());
        MailDomain domain = new MailDomain(
                config.ids().next("mail"),
                caller.organizationId(),
                instance.id(),
                checked.fqdn(),
                draft.dnsMode(),
                checked.dnsSettings(),
                checked.dkimSelector(),
                checked.inboxSubdomain(),
                RecordStatus.PENDING,
                now,
                1);
        DkimKeyPair pair = config.newKeys().apply(instance.dkimKeyType());
        config.vault().prepare();
        return revisions.save(domain.fqdn(), tx -> {
            lock(tx, instance);
            stores.domains().insert(tx, domain);
            keys.add(tx, domain, domain.dkimSelector(), pair, DkimKeyState.SIGNING);
            putDnsSecret(tx, domain, checked);
            checks.restart(tx, domain);
            revisions.append(tx, caller, EventKind.MAIL_DOMAIN_CREATED, domain);
            return domain;
        });
    }

    /** The same domain whose key under another selector signs; its row is locked. */
    MailDomain withSelector(Transaction tx, MailDomain before, String selector) {
        MailDomain after = new MailDomain(
                before.id(),
                before.organizationId(),
                before.mailInstanceId(),
                before.fqdn(),
                before.dnsMode(),
                before.dns(),
                selector,
                before.inboxSubdomain(),
                before.verificationStatus(),
                before.createdAt(),
                before.revision() + 1);
        revisions.update(tx, after);
        return after;
    }

    private void putDnsSecret(Transaction tx, MailDomain domain, DomainValidation.Checked checked) {
        if (domain.dns() == null) {
            config.vault().delete(tx, dnsSecret(domain));
        } else if (checked.dnsSecret() != null) {
            config.vault().putText(tx, domain.organizationId(), dnsSecret(domain), checked.dnsSecret());
        }
    }

    /** Where the secret of a managed domain's provider lies. */
    static SecretRef dnsSecret(MailDomain domain) {
        return new SecretRef("mail_domain", domain.id(), "dns");
    }

    private MailInstance instance(Caller caller, String id) {
        return config.store()
                .read(tx -> stores.instances().find(tx, caller.organizationId(), id))
                .orElseThrow(() -> noInstance(id));
    }

    /** Nobody removes the instance while a domain comes onto it. */
    private void lock(Transaction tx, MailInstance instance) {
        if (stores.instances()
                .lock(tx, instance.organizationId(), instance.id())
                .isEmpty()) {
            throw noInstance(instance.id());
        }
    }

    private static AppException noInstance(String id) {
        return AppException.invalid("mailInstanceId", "There is no mail instance with the id " + id + ".");
    }

    /**
     * Replaces what is said of a domain, but for its name and its key. It is checked again at once.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}; {@code not_found}; {@code precondition_failed} when it was changed since
     */
    public MailDomain update(Caller caller, String id, MailDomainDraft draft, @Nullable Long expectedRevision) {
        caller.require(Scope.MAIL_WRITE);
        MailDomain before = revisions.load(caller, id);
        revisions.require(before, expectedRevision);
        DomainValidation.Checked checked = DomainValidation.check(
                draft, config.suffixes(), before.createdAt().atZone(ZoneOffset.UTC), before.dns());
        if (!checked.fqdn().equals(before.fqdn())) {
            throw AppException.invalid("fqdn", "The name of a domain stays. Add another domain.");
        }
        if (draft.dkimSelector() != null && !checked.dkimSelector().equals(before.dkimSelector())) {
            throw AppException.invalid(
                    "dkimSelector", "A selector stays with its key. Rotate the key to have another.");
        }
        MailInstance instance = instance(caller, draft.mailInstanceId());
        MailDomain after = new MailDomain(
                id,
                before.organizationId(),
                instance.id(),
                before.fqdn(),
                draft.dnsMode(),
                checked.dnsSettings(),
                before.dkimSelector(),
                checked.inboxSubdomain(),
                before.verificationStatus(),
                before.createdAt(),
                before.revision() + 1);
        if (checked.dnsSecret() != null) {
            config.vault().prepare();
        }
        return revisions.save(after.fqdn(), tx -> {
            lock(tx, instance);
            revisions.update(tx, after);
            putDnsSecret(tx, after, checked);
            checks.restart(tx, after);
            revisions.append(tx, caller, EventKind.MAIL_DOMAIN_CHANGED, before, after);
            return after;
        });
    }

    /**
     * Forgets a domain with its key. Its records stay in its zone.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code precondition_failed}
     */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.MAIL_WRITE);
        config.store().change(tx -> {
            MailDomain domain = revisions.load(tx, caller, id);
            revisions.require(domain, expectedRevision);
            keys.forget(tx, id);
            config.vault().delete(tx, dnsSecret(domain));
            checks.remove(tx, id);
            stores.domains().delete(tx, id);
            revisions.append(tx, caller, EventKind.MAIL_DOMAIN_DELETED, domain);
        });
    }

    /** The organization's domains, newest first. */
    public Page<MailDomain> list(Caller caller, PageRequest page) {
        caller.require(Scope.MAIL_READ);
        return revisions.list(caller, page);
    }

    /**
     * All domains of the organization with their records, newest first.
     *
     * @throws AppException {@code insufficient_scope}
     */
    public List<DomainOverview> overviews(Caller caller) {
        caller.require(Scope.MAIL_READ);
        return config.store().read(tx -> records.overviews(tx, caller.organizationId()));
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public MailDomain get(Caller caller, String id) {
        return forUse(caller, id, Scope.MAIL_READ);
    }

    /**
     * The domain, for work on it.
     *
     * @param scope what that work needs
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public MailDomain forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    /**
     * The records that a domain should have, and how far each is, in the order of their kinds.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public List<DomainRecord> records(Caller caller, String id) {
        MailDomain domain = get(caller, id);
        return config.store().read(tx -> records.records(tx, domain));
    }

    /**
     * What the last check of a domain found, and what servers answered.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public DomainEvidence evidence(Caller caller, String id) {
        MailDomain domain = get(caller, id);
        return config.store().read(tx -> records.evidence(tx, domain));
    }

    /**
     * Checks a domain now, for at most 10 s. What does not answer leaves its status as it was.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code busy} while many others are checked
     */
    public MailDomain verify(Caller caller, String id) {
        caller.require(Scope.MAIL_WRITE);
        return checks.now(caller, revisions.load(caller, id));
    }

    /**
     * The records as a zone file.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public String zoneFile(Caller caller, String id) {
        MailDomain domain = get(caller, id);
        return ZoneFile.of(domain.fqdn(), config.store().read(tx -> records.wanted(tx, domain)));
    }

    private static Map<String, Object> told(MailDomain domain) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("fqdn", domain.fqdn());
        told.put("mailInstanceId", domain.mailInstanceId());
        told.put("dnsMode", domain.dnsMode().wireName());
        if (domain.dns() != null) {
            told.put("dnsProvider", domain.dns().provider().wireName());
        }
        told.put("dkimSelector", domain.dkimSelector());
        if (!domain.inboxSubdomain().isEmpty()) {
            told.put("inboxSubdomain", domain.inboxSubdomain());
        }
        return told;
    }
}
