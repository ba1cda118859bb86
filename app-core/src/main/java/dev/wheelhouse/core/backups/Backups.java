package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.connections.ConnectionUse;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The feature as the composition root and both faces see it. */
public final class Backups implements AutoCloseable {

    private static final Duration REMOVING = Duration.ofMinutes(1);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupTimer timer;
    private final BackupQueue queue;
    private final BackupService service;
    private final BackupRuns runs;
    private final Restores restores;
    private final Rehearsals rehearsals;
    private final LeftoverCare leftovers;
    private final Map<String, BackupWorker> workers = new HashMap<>();
    /** Closed, and not over yet. */
    private final Set<BackupWorker> ending = new HashSet<>();

    private volatile List<Loop> loops = List.of();
    private Instant lastLook;
    private boolean closed;

    private Backups(BackupsConfig parts) {
        this.parts = parts;
        stores = BackupStores.of(parts.store());
        queue = new BackupQueue(parts, stores);
        timer = new BackupTimer(parts, stores, queue);
        BackupReading reading = new BackupReading(parts, stores);
        BackupSources sources = new BackupSources(parts, stores);
        service = new BackupService(parts, stores, queue, timer, reading, sources, this::hurry);
        runs = new BackupRuns(parts, stores, service, queue, reading);
        restores = new Restores(parts, stores, service, sources, runs);
        rehearsals = new Rehearsals(parts, stores, service, restores, reading);
        leftovers = new LeftoverCare(parts, stores, this::isAtWork);
        queue.whenWaiting(this::wakeAll);
        lastLook = parts.clock().instant();
        parts.jobs().whenAbandoned(BaseRun.JOB_KIND, this::failRun);
        parts.jobs().whenAbandoned(DumpRun.JOB_KIND, this::failRun);
        parts.jobs().whenAbandoned(RestoreRun.JOB_KIND, restores::fail);
        parts.jobs().whenAbandoned(BackupReading.REHEARSE, rehearsals::fail);
        parts.servers().registerUse((tx, serverId) -> inWords(stores.configs().countOnServer(tx, serverId)));
        parts.servers().registerUse(restores::usesOfServer);
        parts.connections().registerUse(new ConnectionUse() {
            @Override
            public List<String> of(Transaction tx, String databaseId) {
                return inWords(stores.configs().countOfConnection(tx, databaseId));
            }

            @Override
            public List<String> stoppedBy(DatabaseConnection after, @Nullable String password) {
                return sources.stoppedBy(after, password);
            }
        });
        parts.connections().registerUse(leftovers::usesOfConnection);
        parts.connections().whenDeleted((tx, databaseId) -> {
            if (restores.letGo(tx, databaseId)) {
                tx.afterCommit(this::hurry);
            }
        });
    }

    private static List<String> inWords(int configurations) {
        return configurations == 0 ? List.of() : List.of("its backups");
    }

    /** Makes the feature; nothing is asked of the state yet. */
    public static Backups open(BackupsConfig parts) {
        return new Backups(parts);
    }

    private void failRun(Transaction tx, Job job) {
        stores.runs().all(tx, job.subjectId(), RunStatus.RUNNING).stream()
                .filter(each -> job.id().equals(each.jobId()))
                .forEach(each -> BaseRun.settle(parts, stores, timer, tx, each, RunStatus.FAILED, null, job.error()));
    }

    /** Begins to back up. */
    public synchronized void start() {
        if (closed) {
            return;
        }
        parts.workers().start(restores::startOpened);
        loops = List.of(
                parts.workers()
                        .every(
                                "Looking which backups to work",
                                Duration.ZERO,
                                parts.pace().look(),
                                this::look),
                parts.workers()
                        .every("Removing what deleted backups left", Duration.ofSeconds(5), REMOVING, leftovers::look),
                parts.workers()
                        .every("Removing what restores left", Duration.ZERO, REMOVING, restores::removeAbandoned));
    }

    /** Has a worker for each configuration that this console may work, and none for others. */
    private void look() {
        List<BackupConfig> configs = parts.store().read(tx -> stores.configs().toWork(tx, parts.homeId()));
        Set<String> wanted = configs.stream().map(BackupConfig::id).collect(Collectors.toSet());
        synchronized (this) {
            if (closed) {
                return;
            }
            workers.entrySet().removeIf(each -> {
                boolean gone = !wanted.contains(each.getKey());
                if (gone) {
                    ending.add(each.getValue());
                    each.getValue().close();
                }
                return gone;
            });
            for (String each : wanted) {
                if (!workers.containsKey(each)) {
                    BackupWorker worker = new BackupWorker(parts, stores, timer, queue, each, this::over);
                    workers.put(each, worker);
                    worker.start();
                }
            }
        }
        returnToPresent(configs);
    }

    private synchronized boolean isAtWork(String configId) {
        return workers.containsKey(configId)
                || ending.stream().anyMatch(each -> each.configId().equals(configId));
    }

    private void over(BackupWorker worker) {
        synchronized (this) {
            ending.remove(worker);
        }
        // What it may have left is removed now.
        loops.forEach(Loop::hurry);
    }

    /** Due times are set anew when the clock was set back, since they may lie far ahead. */
    private void returnToPresent(List<BackupConfig> configs) {
        Instant now = parts.clock().instant();
        boolean back = now.isBefore(lastLook);
        lastLook = now;
        if (back) {
            configs.forEach(each -> parts.store()
                    .change(tx -> stores.configs().lock(tx, each.id()).ifPresent(config -> timer.set(tx, config))));
        }
    }

    private void hurry() {
        loops.forEach(Loop::hurry);
        wakeAll();
    }

    private synchronized void wakeAll() {
        workers.values().forEach(BackupWorker::wake);
    }

    /** Looks at once for what deleted configurations left; for tests that move by hand. */
    void removeLeftovers() {
        leftovers.look();
    }

    /**
     * Pauses the backups that were set up with any of these keys, in the transaction that deletes them; what is stored
     * stays.
     *
     * @return an event for each
     */
    public List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return service.stopWorkOf(tx, organizationId, keyIds);
    }

    public BackupService service() {
        return service;
    }

    public BackupRuns runs() {
        return runs;
    }

    public Restores restores() {
        return restores;
    }

    public Rehearsals rehearsals() {
        return rehearsals;
    }

    /** Ends every stream; what is stored stays, and so does the slot. Bases that are being made end with the jobs. */
    @Override
    public synchronized void close() {
        closed = true;
        loops.forEach(Loop::close);
        workers.values().forEach(BackupWorker::close);
        workers.clear();
    }
}
