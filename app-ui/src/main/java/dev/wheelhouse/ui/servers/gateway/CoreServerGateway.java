package dev.wheelhouse.ui.servers.gateway;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.HostKeyFound;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAddress;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.core.servers.ServerTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Servers of the core, with what this window's last tests found: the core keeps whether a server answers, and not what
 * it said. Thread-safe.
 */
public final class CoreServerGateway implements ServerGateway {

    private static final int PAGE = 200;

    private final ServerService servers;
    private final Supplier<Caller> callers;
    private final Map<String, Found> found = new ConcurrentHashMap<>();

    /** What a test found of a server as it was at a revision. */
    private record Found(long revision, ServerTest test) {}

    public CoreServerGateway(ServerService servers, Supplier<Caller> callers) {
        this.servers = servers;
        this.callers = callers;
    }

    @Override
    public List<ShownServer> all() {
        List<ShownServer> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<Server> page = servers.list(callers.get(), new PageRequest(PAGE, cursor));
            page.items().forEach(server -> all.add(shown(server)));
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    @Override
    public ShownServer get(String id) {
        return shown(servers.get(callers.get(), id));
    }

    private ShownServer shown(Server server) {
        Found last = found.get(server.id());
        ServerTest test = last != null && last.revision() == server.revision() ? last.test() : null;
        String trusted = servers.trustedFingerprint(server).orElse(null);
        KeyTrust trust = trust(server, trusted, test);
        ServerStatus status = servers.status(server);
        return new ShownServer(
                server.id(),
                settings(server),
                status,
                test == null ? null : test.os(),
                servers.bootedAt(server).orElse(null),
                status == ServerStatus.ONLINE || test == null ? null : test.error(),
                trust,
                trust == KeyTrust.TRUSTED || test == null ? null : test.hostKeyFingerprint(),
                server.revision());
    }

    private static KeyTrust trust(Server server, @Nullable String trusted, @Nullable ServerTest test) {
        if (server.kind() == ServerKind.LOCAL) {
            return KeyTrust.TRUSTED;
        }
        if (trusted == null) {
            return KeyTrust.UNKNOWN;
        }
        return test == null || test.ok() || sameOrNone(test.hostKeyFingerprint(), trusted)
                ? KeyTrust.TRUSTED
                : KeyTrust.CHANGED;
    }

    private static boolean sameOrNone(@Nullable String seen, String trusted) {
        return seen == null || seen.equals(trusted);
    }

    private static ServerSettings settings(Server server) {
        return switch (server.address()) {
            case ServerAddress.OwnMachine() -> new ServerSettings(server.name(), ServerKind.LOCAL, "", null, "", null);
            case ServerAddress.Ssh ssh ->
                new ServerSettings(server.name(), ServerKind.SSH, ssh.host(), ssh.port(), ssh.user(), ssh.auth());
        };
    }

    @Override
    public TestOutcome test(String id) {
        Server server = servers.get(callers.get(), id);
        ServerTest test = servers.test(callers.get(), id);
        found.put(id, new Found(server.revision(), test));
        return outcome(test, trust(server, servers.trustedFingerprint(server).orElse(null), test));
    }

    private static TestOutcome outcome(ServerTest test, KeyTrust trust) {
        return new TestOutcome(test.ok(), test.os(), trust, test.hostKeyFingerprint(), test.error());
    }

    @Override
    public TestOutcome testDraft(
            ServerSettings draft, TypedSecret secret, @Nullable String storedFor, @Nullable String trusted) {
        String known = trusted;
        if (known == null && storedFor != null) {
            Server stored = servers.get(callers.get(), storedFor);
            known = isSamePlace(stored, draft)
                    ? servers.trustedFingerprint(stored).orElse(null)
                    : null;
        }
        ServerTest test = servers.testDraft(callers.get(), draft(draft, secret), known, storedFor);
        boolean shownAnother =
                test.hostKeyFingerprint() != null && !test.hostKeyFingerprint().equals(known);
        KeyTrust trust =
                test.ok() || !shownAnother ? KeyTrust.TRUSTED : known == null ? KeyTrust.UNKNOWN : KeyTrust.CHANGED;
        return outcome(test, trust);
    }

    private static boolean isSamePlace(Server stored, ServerSettings draft) {
        return stored.address() instanceof ServerAddress.Ssh ssh
                && ssh.host().equals(draft.host())
                && draft.port() != null
                && ssh.port() == draft.port();
    }

    @Override
    public ShownServer create(ServerSettings draft, TypedSecret secret, @Nullable String trusted) {
        Server made = servers.create(callers.get(), draft(draft, secret));
        trustIfAccepted(made, trusted);
        return shown(made);
    }

    @Override
    public ShownServer update(
            String id, ServerSettings draft, TypedSecret secret, @Nullable Long expected, @Nullable String trusted) {
        Server changed = servers.update(callers.get(), id, draft(draft, secret), expected);
        trustIfAccepted(changed, trusted);
        return shown(changed);
    }

    /** The server is stored by then: where its key cannot be trusted after all, its page asks again. */
    private void trustIfAccepted(Server server, @Nullable String trusted) {
        if (trusted == null) {
            return;
        }
        try {
            servers.trustHostKey(callers.get(), server.id(), trusted);
        } catch (AppException e) {
            String shown = e.details() instanceof HostKeyFound(String fingerprint) ? fingerprint : null;
            found.put(server.id(), new Found(server.revision(), new ServerTest(false, e.getMessage(), null, shown)));
        }
    }

    private static ServerDraft draft(ServerSettings settings, TypedSecret secret) {
        return new ServerDraft(
                settings.name(),
                settings.kind(),
                settings.kind() == ServerKind.LOCAL ? null : settings.host(),
                settings.port(),
                settings.kind() == ServerKind.LOCAL ? null : settings.user(),
                settings.auth() == null ? null : auth(settings.auth(), secret));
    }

    private static ServerDraft.Auth auth(ServerAuthType type, TypedSecret secret) {
        SecretChange keep = SecretChange.keep();
        return switch (secret) {
            case TypedSecret.None _ -> new ServerDraft.Auth(type, keep, keep, keep);
            case TypedSecret.Key(String key, String passphrase) ->
                new ServerDraft.Auth(type, SecretChange.replace(key), SecretChange.replace(passphrase), keep);
            case TypedSecret.Password(String password) ->
                new ServerDraft.Auth(type, keep, keep, SecretChange.replace(password));
        };
    }

    @Override
    public void trust(String id, String fingerprint) {
        servers.trustHostKey(callers.get(), id, fingerprint);
        found.remove(id);
    }

    @Override
    public void delete(String id) {
        servers.delete(callers.get(), id, null);
        found.remove(id);
    }
}
