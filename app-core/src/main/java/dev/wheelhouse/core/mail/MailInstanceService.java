package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.mail.spf.SpfAddress;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The mail servers of an organization. Thread-safe. */
public final class MailInstanceService {

    private static final int MOST_ADDRESSES = 16;

    private final MailConfig config;
    private final MailStores stores;
    private final DomainChecks checks;
    private final Revisions<MailInstance> revisions;

    MailInstanceService(MailConfig config, MailStores stores, DomainChecks checks) {
        this.config = config;
        this.stores = stores;
        this.checks = checks;
        this.revisions = new Revisions<>(
                "mail instance", config.store(), stores.instances(), config.events(), MailInstanceService::told);
    }

    /**
     * Adds a mail server.
     *
     * @throws AppException {@code insufficient_scope}, {@code validation_failed} with every field at fault,
     *     {@code already_exists} for a name taken
     */
    public MailInstance create(Caller caller, MailInstanceDraft draft) {
        caller.require(Scope.MAIL_WRITE);
        MailInstance made = checked(config.ids().next("mail"), caller, draft, null);
        return revisions.save(made.name(), tx -> {
            stores.instances().insert(tx, made);
            revisions.append(tx, caller, EventKind.MAIL_INSTANCE_CREATED, made);
            return made;
        });
    }

    /**
     * Replaces what is said of a mail server; its domains are checked again soon.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}; {@code not_found}; {@code precondition_failed} when it was changed since
     */
    public MailInstance update(Caller caller, String id, MailInstanceDraft draft, @Nullable Long expectedRevision) {
        caller.require(Scope.MAIL_WRITE);
        MailInstance before = revisions.load(caller, id);
        revisions.require(before, expectedRevision);
        MailInstance after = checked(id, caller, draft, before);
        return revisions.save(after.name(), tx -> {
            revisions.update(tx, after);
            stores.domains().ofInstance(tx, id).forEach(each -> checks.restart(tx, each));
            revisions.append(tx, caller, EventKind.MAIL_INSTANCE_CHANGED, before, after);
            return after;
        });
    }

    private MailInstance checked(String id, Caller caller, MailInstanceDraft draft, @Nullable MailInstance before) {
        Problems problems = new Problems();
        problems.checkName(draft.name());
        String hostname = problems.or(() -> hostname(draft.hostname()));
        List<String> ipv4 = problems.or(() -> addresses("ipv4", draft.ipv4(), true));
        List<String> ipv6 = problems.or(() -> addresses("ipv6", draft.ipv6(), false));
        if (draft.ipv4().isEmpty() && draft.ipv6().isEmpty()) {
            problems.add("ipv4", "Give at least one address of the mail server, here or as ipv6.");
        }
        Optional.ofNullable(draft.serverId())
                .filter(each ->
                        config.servers().find(caller.organizationId(), each).isEmpty())
                .ifPresent(each -> problems.add("serverId", "There is no server with the id " + each + "."));
        problems.throwIfAny();
        return new MailInstance(
                id,
                caller.organizationId(),
                draft.name(),
                Objects.requireNonNull(hostname),
                Objects.requireNonNull(ipv4),
                Objects.requireNonNull(ipv6),
                draft.serverId(),
                Objects.requireNonNullElse(draft.dkimKeyType(), DkimKeyType.RSA),
                before == null ? config.clock().instant() : before.createdAt(),
                before == null ? 1 : before.revision() + 1);
    }

    private String hostname(String text) {
        String name = DomainNames.parse("hostname", text);
        if (config.suffixes().contains(name)) {
            throw AppException.invalid(
                    "hostname", name + " is a name below which others register theirs. Give the name of the host.");
        }
        return name;
    }

    private static List<String> addresses(String field, List<String> texts, boolean isIpv4) {
        Problems problems = new Problems();
        if (texts.size() > MOST_ADDRESSES) {
            problems.add(field, "Give at most " + MOST_ADDRESSES + " addresses.");
        }
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            String path = field + "[" + i + "]";
            Optional<String> address = SpfAddress.parse(texts.get(i).strip())
                    .filter(each -> each.isIpv4() == isIpv4)
                    .map(SpfAddress::toString);
            if (address.isEmpty() || !isOfOneHost(address.get())) {
                problems.add(path, "Give an address such as " + (isIpv4 ? "192.0.2.10." : "2001:db8::10."));
            } else if (addresses.contains(address.get())) {
                problems.add(path, "This address is there already.");
            } else {
                addresses.add(address.get());
            }
        }
        problems.throwIfAny();
        return addresses;
    }

    /** Neither no host's nor many hosts' nor one that another network has too. */
    private static boolean isOfOneHost(String text) {
        InetAddress address = InetAddress.ofLiteral(text);
        return !address.isAnyLocalAddress()
                && !address.isMulticastAddress()
                && !address.isLinkLocalAddress()
                && !text.equals("255.255.255.255");
    }

    /**
     * Forgets a mail server.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code precondition_failed}; {@code in_use} while
     *     a domain is on it
     */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.MAIL_WRITE);
        config.store().change(tx -> {
            MailInstance instance = stores.instances()
                    .lock(tx, caller.organizationId(), id)
                    .orElseThrow(() -> AppException.notFound("mail instance", id));
            revisions.require(instance, expectedRevision);
            List<MailDomain> domains = stores.domains().ofInstance(tx, id);
            if (!domains.isEmpty()) {
                throw new AppException(
                        PlatformError.IN_USE,
                        "The instance " + instance.name() + " is used by "
                                + domains.stream()
                                        .map(MailDomain::fqdn)
                                        .sorted()
                                        .collect(Collectors.joining(", "))
                                + ". Move or delete that first.");
            }
            stores.instances().delete(tx, id);
            revisions.append(tx, caller, EventKind.MAIL_INSTANCE_DELETED, instance);
        });
    }

    /** The organization's mail servers, newest first. */
    public Page<MailInstance> list(Caller caller, PageRequest page) {
        caller.require(Scope.MAIL_READ);
        return revisions.list(caller, page);
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public MailInstance get(Caller caller, String id) {
        return forUse(caller, id, Scope.MAIL_READ);
    }

    /**
     * The mail server, for work on it.
     *
     * @param scope what that work needs
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public MailInstance forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    private static Map<String, Object> told(MailInstance instance) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", instance.name());
        told.put("hostname", instance.hostname());
        told.put("ipv4", instance.ipv4());
        told.put("ipv6", instance.ipv6());
        if (instance.serverId() != null) {
            told.put("serverId", instance.serverId());
        }
        told.put("dkimKeyType", instance.dkimKeyType().wireName());
        return told;
    }
}
