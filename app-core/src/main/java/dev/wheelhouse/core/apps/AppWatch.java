package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.Servers;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Watches the apps of every server that this console reaches, each kind on each server by itself. Thread-safe. */
final class AppWatch implements AutoCloseable {

    private static final Duration RECONCILED_EVERY = Duration.ofSeconds(5);

    private final Servers servers;
    private final AppRuntimes runtimes;
    private final GroupWatch.Parts parts;
    private final AppPace pace;
    private final Map<JdbcAppStore.Group, GroupWatch> watches = new HashMap<>();
    private volatile long askedUntil;
    private volatile boolean everAsked;
    private @Nullable Loop reconciling;
    private boolean closed;

    AppWatch(AppsConfig config, AppRuntimes runtimes, GroupWatch.Parts parts) {
        this.servers = config.servers();
        this.runtimes = runtimes;
        this.parts = parts;
        this.pace = config.pace();
    }

    /** Begins to watch; once the state is open. */
    synchronized void start() {
        if (closed) {
            return;
        }
        Workers workers = parts.workers();
        reconciling = workers.every("Listing the apps to watch", Duration.ZERO, RECONCILED_EVERY, this::reconcile);
    }

    /** Begins and ends watches as apps came and went. */
    synchronized void reconcile() {
        if (closed) {
            return;
        }
        Set<String> here =
                servers.service().reachable().stream().map(Server::id).collect(Collectors.toSet());
        Set<JdbcAppStore.Group> wanted = new HashSet<>();
        for (JdbcAppStore.Group each : parts.records().groups()) {
            if (here.contains(each.serverId()) && runtimes.has(each.runtime())) {
                wanted.add(each);
            }
        }
        watches.entrySet().removeIf(each -> {
            boolean over = !wanted.contains(each.getKey());
            if (over) {
                each.getValue().stop();
            }
            return over;
        });
        wanted.forEach(each -> watches.computeIfAbsent(each, this::watch));
    }

    private GroupWatch watch(JdbcAppStore.Group group) {
        GroupWatch watch = new GroupWatch(group, runtimes.of(group.runtime()), parts, this::interval);
        parts.workers().start(watch::run);
        return watch;
    }

    /** Somebody looks at the apps; for a while they are looked at more often. */
    void asked() {
        boolean slow = !isAsked();
        askedUntil = parts.nanos().getAsLong() + pace.linger().toNanos();
        everAsked = true;
        if (slow) {
            hurry();
        }
    }

    private boolean isAsked() {
        return everAsked && parts.nanos().getAsLong() - askedUntil < 0;
    }

    private Duration interval() {
        return isAsked() ? pace.watched() : pace.usual();
    }

    private synchronized void hurry() {
        watches.values().forEach(GroupWatch::hurry);
    }

    /** After an app came, changed or went; that it has is in the state already, so a failure to list is the loop's. */
    synchronized void changed() {
        if (reconciling != null) {
            reconciling.hurry();
        }
        hurry();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (reconciling != null) {
            reconciling.close();
        }
        watches.values().forEach(GroupWatch::stop);
        watches.clear();
    }
}
