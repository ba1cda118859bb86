package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.host.HostError;
import dev.wheelhouse.core.platform.host.HostKeyFound;
import dev.wheelhouse.core.platform.host.ssh.HostKey;
import dev.wheelhouse.core.platform.host.ssh.HostTrust;
import dev.wheelhouse.core.platform.host.ssh.SshConnections;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The machines that an organization works. Thread-safe. */
public final class ServerService {

    private static final Pattern FINGERPRINT = Pattern.compile("SHA256:[A-Za-z0-9+/]{43}");

    /** Leaves room for a number behind it. */
    private static final int LONGEST_BASE = 59;

    private final String homeId;
    private final StateStore store;
    private final Vault vault;
    private final EventLog events;
    private final IdGenerator ids;
    private final Clock clock;
    private final SshConnections ssh;
    private final Hosts hosts;
    private final HostKeyWatch keys;
    private final ServerStatuses statuses;
    private final ServerTrials trials;
    private final JdbcServerStore servers = new JdbcServerStore();
    private final Revisions<Server> revisions;
    private final List<ServerUse> uses = new CopyOnWriteArrayList<>();

    ServerService(
            ServersConfig config,
            SshConnections ssh,
            Hosts hosts,
            HostKeyWatch keys,
            ServerStatuses statuses,
            ServerTrials trials) {
        this.homeId = config.homeId();
        this.store = config.store();
        this.vault = config.vault();
        this.events = config.events();
        this.ids = config.ids();
        this.clock = config.clock();
        this.ssh = ssh;
        this.hosts = hosts;
        this.keys = keys;
        this.statuses = statuses;
        this.trials = trials;
        this.revisions = new Revisions<>("server", store, servers, events, ServerService::told);
    }

    /** Makes the own machine a server; nothing happens when it is one. */
    void registerOwn(String organizationId, String machineName) {
        if (store.read(tx -> servers.findAnywhere(tx, homeId)).isPresent()) {
            return;
        }
        store.writeAlone(tx -> {
            if (servers.findAnywhere(tx, homeId).isEmpty()) {
                String name = freeName(tx, organizationId, machineName);
                servers.insert(
                        tx,
                        new Server(homeId, organizationId, name, new ServerAddress.OwnMachine(), clock.instant(), 1));
                NewEvent event = new NewEvent(EventKind.SERVER_CREATED, homeId, Map.of("name", name, "kind", "local"));
                events.appendOfConsole(tx, organizationId, event);
            }
            return true;
        });
    }

    private String freeName(Transaction tx, String organizationId, String machineName) {
        String like = Problems.nameLike(machineName, "this-machine");
        String base = like.substring(0, Math.min(like.length(), LONGEST_BASE));
        String name = base;
        for (int next = 2; servers.isNameTaken(tx, organizationId, name); next++) {
            name = base + "-" + next;
        }
        return name;
    }

    /** Adds a feature whose things live on servers, so that none is deleted under them. */
    public void registerUse(ServerUse use) {
        uses.add(use);
    }

    /** The id of the machine that this console runs on. */
    public String ownId() {
        return homeId;
    }

    /**
     * Adds a server. It is not connected to; {@link #test} reports whether it answers.
     *
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}, {@code already_exists} for a name taken
     */
    public Server create(Caller caller, ServerDraft draft) {
        caller.require(Scope.SERVERS_WRITE);
        ServerAddress address = ServerValidation.check(draft);
        if (address instanceof ServerAddress.OwnMachine) {
            throw AppException.invalid("kind", "The console's own machine is a server already. Use ssh.");
        }
        ServerSecrets secrets = checkedSecrets(draft, null);
        Server server = new Server(ids.next("srv"), caller.organizationId(), draft.name(), address, clock.instant(), 1);
        vault.prepare();
        return revisions.save(server.name(), tx -> {
            servers.insert(tx, server);
            secrets.save(tx, vault, server);
            revisions.append(tx, caller, EventKind.SERVER_CREATED, server);
            return server;
        });
    }

    private ServerSecrets checkedSecrets(ServerDraft draft, @Nullable ServerSecrets stored) {
        ServerDraft.Auth auth = draft.auth();
        if (auth == null) {
            throw AppException.invalid("auth", "Say how to log in: with a key, a password or the agent.");
        }
        ServerSecrets secrets = ServerSecrets.of(auth, stored);
        ssh.check(secrets.credentials());
        return secrets;
    }

    /**
     * Replaces what a server says. Another host or port is another machine, whose key has to be trusted anew. Another
     * log-in to a machine that answers and is in use is tried first.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException as {@link #create}; {@code not_found}; {@code precondition_failed} when it was changed since;
     *     {@code in_use} for a log-in that would stop what uses it
     */
    public Server update(Caller caller, String id, ServerDraft draft, @Nullable Long expectedRevision) {
        caller.require(Scope.SERVERS_WRITE);
        Server before = revisions.load(caller, id);
        revisions.require(before, expectedRevision);
        if (draft.kind() != before.kind()) {
            throw AppException.invalid("kind", "The kind of a server stays. Add another server.");
        }
        ServerAddress address = ServerValidation.check(draft);
        Optional<ServerSecrets> secrets = switch (before.address()) {
            case ServerAddress.OwnMachine() -> Optional.empty();
            case ServerAddress.Ssh ssh -> Optional.of(checkedSecrets(draft, secretsFor(id, ssh, address, draft)));
        };
        Server after = new Server(
                id, before.organizationId(), draft.name(), address, before.createdAt(), before.revision() + 1);
        if (before.address() instanceof ServerAddress.Ssh old && address instanceof ServerAddress.Ssh changed) {
            secrets.ifPresent(each -> requireLogin(before, old, after, changed, each));
        }
        vault.prepare();
        revisions.save(after.name(), tx -> {
            tx.afterEnd(() -> hosts.forget(id));
            revisions.update(tx, after);
            secrets.ifPresent(each -> each.save(tx, vault, after));
            revisions.append(tx, caller, EventKind.SERVER_CHANGED, before, after);
            return after;
        });
        if (before.address() instanceof ServerAddress.Ssh old && !old.isAtPlaceOf(address)) {
            keys.forget(id);
            statuses.forget(id);
        }
        return after;
    }

    /** Refuses a log-in that a server which answers lets do nothing, where that would stop what is on it. */
    private void requireLogin(
            Server before, ServerAddress.Ssh old, Server after, ServerAddress.Ssh changed, ServerSecrets secrets) {
        boolean sameLogin = old.equals(changed) && secrets.equals(ServerSecrets.stored(vault, before.id(), old.auth()));
        if (sameLogin || !old.isAtPlaceOf(changed) || status(before) != ServerStatus.ONLINE) {
            return;
        }
        List<String> users = store.read(tx -> users(tx, before));
        if (users.isEmpty()) {
            return;
        }
        ServerTest tried = trials.ofSsh(after.name(), changed, secrets, keys.trustIn(before), null);
        if (!tried.ok()) {
            throw new AppException(
                    PlatformError.IN_USE,
                    "This log-in would stop what uses the server: " + String.join(", ", users) + ". " + tried.error()
                            + " Nothing was changed.");
        }
    }

    /**
     * What is stored of a server, for an address. A caller who may change an address must not have the secrets sent there that
     * somebody gave for another.
     */
    private ServerSecrets secretsFor(String id, ServerAddress.Ssh before, ServerAddress after, ServerDraft draft) {
        ServerSecrets stored = ServerSecrets.stored(vault, id, before.auth());
        boolean same = before.isAtPlaceOf(after) && before.user().equals(draft.user());
        if (!same && draft.auth() != null) {
            stored.requireNoneKept(draft.auth(), before.user() + "@" + before.host() + ":" + before.port());
        }
        return stored;
    }

    /**
     * Forgets a server, its secrets and its key.
     *
     * @throws AppException {@code not_found}, {@code precondition_failed}; {@code in_use} while something lives on it;
     *     {@code state_invalid} for a console's own machine
     */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        caller.require(Scope.SERVERS_WRITE);
        store.change(tx -> {
            Server server = revisions.load(tx, caller, id);
            revisions.require(server, expectedRevision);
            // In a state of one home alone, another console's machine is what a home that was moved has left.
            if (id.equals(homeId) || (server.kind() == ServerKind.LOCAL && store.isShared())) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "A console's own machine stays a server for as long as there is the console.");
            }
            refuseWhenUsed(tx, server);
            tx.afterEnd(() -> hosts.forget(id));
            vault.deleteAll(tx, ServerSecrets.TABLE, id);
            servers.delete(tx, id);
            revisions.append(tx, caller, EventKind.SERVER_DELETED, server);
        });
        keys.forget(id);
        statuses.forget(id);
    }

    private void refuseWhenUsed(Transaction tx, Server server) {
        List<String> users = users(tx, server);
        if (!users.isEmpty()) {
            throw new AppException(
                    PlatformError.IN_USE,
                    "The server " + server.name() + " is used by " + String.join(", ", users)
                            + ". Change or delete that first.");
        }
    }

    /** In words. */
    private List<String> users(Transaction tx, Server server) {
        return uses.stream()
                .flatMap(use -> use.of(tx, server.id()).stream())
                .sorted()
                .toList();
    }

    /** The organization's servers, newest first. */
    public Page<Server> list(Caller caller, PageRequest page) {
        caller.require(Scope.SERVERS_READ);
        return revisions.list(caller, page);
    }

    /** Every server of the organization, newest first. */
    public List<Server> all(Caller caller) {
        caller.require(Scope.SERVERS_READ);
        return store.read(servers::all).stream()
                .filter(each -> each.organizationId().equals(caller.organizationId()))
                .toList()
                .reversed();
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public Server get(Caller caller, String id) {
        return forUse(caller, id, Scope.SERVERS_READ);
    }

    /**
     * The server, for work on it.
     *
     * @param scope what that work needs
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public Server forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    /** Every server that this console can reach, of whichever organization: for what watches them all. */
    public List<Server> reachable() {
        return store.read(servers::all).stream().filter(this::isReached).toList();
    }

    /** Not another console's own machine, of which only that console knows whether it answers. */
    private boolean isReached(Server server) {
        return server.kind() == ServerKind.SSH || server.id().equals(homeId);
    }

    /** A server of an organization that something of it refers to; empty when it is gone. */
    public Optional<Server> find(String organizationId, String id) {
        return store.read(tx -> find(tx, organizationId, id));
    }

    /** As {@link #find(String, String)}, within a transaction of the caller's. */
    public Optional<Server> find(Transaction tx, String organizationId, String id) {
        return servers.find(tx, organizationId, id);
    }

    /** Whether it answers this console, as far as is known. */
    public ServerStatus status(Server server) {
        return server.id().equals(homeId) ? ServerStatus.ONLINE : statuses.of(server);
    }

    /** Why it did not answer the last time that it was asked; empty where it did. */
    public Optional<String> trouble(Server server) {
        return server.id().equals(homeId) ? Optional.empty() : statuses.trouble(server);
    }

    /** When it started, by its own clock; empty while it does not answer or nobody measures it here. */
    public Optional<Instant> bootedAt(Server server) {
        return status(server) == ServerStatus.ONLINE ? statuses.bootedAt(server) : Optional.empty();
    }

    /** The fingerprint of the key that this console trusts; empty when none is. */
    public Optional<String> trustedFingerprint(Server server) {
        return keys.fingerprint(server.id());
    }

    /**
     * Connects once, beside the live host, logs in and asks what runs there.
     *
     * @throws AppException {@code not_found}; every trouble with the server itself is in the result
     */
    public ServerTest test(Caller caller, String id) {
        caller.require(Scope.SERVERS_READ);
        Server server = revisions.load(caller, id);
        ServerTest result = trials.of(server);
        if (result.ok()) {
            statuses.succeeded(server);
        } else if (isReached(server) && !hosts.waitsForVault(server)) {
            statuses.failed(server, String.valueOf(result.error()));
        }
        return result;
    }

    /**
     * As {@link #test}, of a draft that is not saved.
     *
     * @param fingerprint of the key that the caller trusts for this test; null to get the key and no more
     * @param storedFor the server whose stored secrets are tried where the draft has none; null for none
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}, {@code not_found}
     */
    public ServerTest testDraft(
            Caller caller, ServerDraft draft, @Nullable String fingerprint, @Nullable String storedFor) {
        caller.require(Scope.SERVERS_WRITE);
        if (!(ServerValidation.check(draft) instanceof ServerAddress.Ssh address)) {
            throw AppException.invalid("kind", "The console's own machine is a server already. Use ssh.");
        }
        ServerSecrets stored = null;
        if (storedFor != null && revisions.load(caller, storedFor).address() instanceof ServerAddress.Ssh known) {
            stored = secretsFor(storedFor, known, address, draft);
        }
        ServerSecrets secrets = checkedSecrets(draft, stored);
        HostTrust trust = HostTrust.inNothing();
        if (fingerprint != null) {
            trust = HostTrust.inFingerprint(requireFingerprint(fingerprint, "hostKeyFingerprint"));
        }
        return trials.ofSsh(draft.name(), address, secrets, trust, fingerprint);
    }

    /**
     * Trusts the key that the server shows now, if it is the one that the caller means.
     *
     * @throws AppException {@code host_key_unknown} when it is another; {@code validation_failed} for what is no
     *     fingerprint; {@code upstream_failed} and {@code upstream_timeout} when the server shows none
     */
    public Server trustHostKey(Caller caller, String id, String fingerprint) {
        caller.require(Scope.SERVERS_WRITE);
        Server server = revisions.load(caller, id);
        requireFingerprint(fingerprint, "fingerprint");
        if (!(server.address() instanceof ServerAddress.Ssh address)) {
            throw new AppException(
                    PlatformError.STATE_INVALID, "The console's own machine has no key that could be trusted.");
        }
        ServerSecrets secrets = new ServerSecrets(ServerAuthType.AGENT, null, null, null);
        HostKey shown = ssh.keyOf(Hosts.target(server.name(), address, secrets));
        if (!shown.fingerprint().equals(fingerprint)) {
            throw new AppException(
                    HostError.HOST_KEY_UNKNOWN,
                    "The server " + server.name() + " now shows the key " + shown.fingerprint()
                            + ", not the one you confirmed. Nothing was trusted.",
                    new HostKeyFound(shown.fingerprint()));
        }
        store.change(tx -> {
            Map<String, Object> data = Map.of("name", server.name(), "hostKeyFingerprint", fingerprint);
            events.append(tx, caller, new NewEvent(EventKind.SERVER_HOST_KEY_TRUSTED, id, data));
        });
        keys.trust(id, shown);
        hosts.forget(id);
        return server;
    }

    private static String requireFingerprint(String text, String field) {
        if (!FINGERPRINT.matcher(text).matches()) {
            throw AppException.invalid(field, "Give the fingerprint as ssh-keygen -l prints it, SHA256:…");
        }
        return text;
    }

    private static Map<String, Object> told(Server server) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", server.name());
        told.put("kind", server.kind().wireName());
        if (server.address() instanceof ServerAddress.Ssh ssh) {
            told.put("host", ssh.host());
            told.put("port", ssh.port());
            told.put("user", ssh.user());
            told.put("auth", ssh.auth().wireName());
        }
        return told;
    }
}
