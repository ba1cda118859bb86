package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.host.ssh.HostKey;
import dev.wheelhouse.core.platform.host.ssh.HostTrust;
import dev.wheelhouse.core.platform.host.ssh.KnownHosts;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.store.StateStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of servers' keys, with an event, once for each, when another key shows up. Thread-safe. */
final class HostKeyWatch {

    private final KnownHosts known;
    private final StateStore store;
    private final EventLog events;
    private final Workers workers;
    private final Map<String, String> reported = new ConcurrentHashMap<>();

    HostKeyWatch(KnownHosts known, StateStore store, EventLog events, Workers workers) {
        this.known = known;
        this.store = store;
        this.events = events;
        this.workers = workers;
    }

    /** The fingerprint of the key that is trusted of a server; empty when none is. */
    Optional<String> fingerprint(String serverId) {
        return known.keysOf(serverId).stream().findFirst().map(HostKey::fingerprint);
    }

    HostTrust trustIn(Server server) {
        HostTrust trust = known.of(server.id());
        return new HostTrust() {
            @Override
            public Verdict judge(HostKey shown) {
                Verdict verdict = trust.judge(shown);
                if (verdict == Verdict.CHANGED) {
                    report(server, shown);
                }
                return verdict;
            }

            @Override
            public List<String> knownTypes() {
                return trust.knownTypes();
            }
        };
    }

    private void report(Server server, HostKey shown) {
        String fingerprint = shown.fingerprint();
        if (fingerprint.equals(reported.put(server.id(), fingerprint))) {
            return;
        }
        NewEvent event = new NewEvent(
                EventKind.SERVER_HOST_KEY_CHANGED,
                server.id(),
                Map.of("name", server.name(), "hostKeyFingerprint", fingerprint));
        // Not on the thread that asks: it is the SSH library's, and every server's traffic waits for it.
        workers.start(() -> {
            try {
                store.change(tx -> events.appendOfConsole(tx, server.organizationId(), event));
            } catch (RuntimeException e) {
                // Told when it is met again.
                reported.remove(server.id(), fingerprint);
                throw e;
            }
        });
    }

    void forget(String serverId) {
        known.forget(serverId);
        reported.remove(serverId);
    }

    void trust(String serverId, HostKey key) {
        known.trust(serverId, key);
        reported.remove(serverId);
    }
}
