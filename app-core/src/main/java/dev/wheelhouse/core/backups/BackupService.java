package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.replication.SystemIdentity;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an organization backs up, and where to. Thread-safe. */
public final class BackupService implements BackupGateway {

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupQueue queue;
    private final BackupTimer timer;
    private final BackupReading reading;
    private final BackupSources sources;
    private final Runnable changed;
    private final Revisions<BackupConfig> revisions;

    /** @param changed hears that there is something else to work; must be quick */
    BackupService(
            BackupsConfig parts,
            BackupStores stores,
            BackupQueue queue,
            BackupTimer timer,
            BackupReading reading,
            BackupSources sources,
            Runnable changed) {
        this.parts = parts;
        this.stores = stores;
        this.queue = queue;
        this.timer = timer;
        this.reading = reading;
        this.sources = sources;
        this.changed = changed;
        this.revisions = new Revisions<>(
                "backup configuration", parts.store(), stores.configs(), parts.events(), BackupService::told);
    }

    /** A draft that was checked, with what it is about. */
    private record Checked(
            String id,
            BackupValidation.Checked draft,
            Server server,
            DatabaseConnection connection,
            BackupProbe probe) {}

    /**
     * Sets up backups of a cluster, a database or a file. Source and destination are looked at before anything is saved; the
     * first one begins at once.
     *
     * @throws AppException {@code insufficient_scope} (it takes {@code databases:admin} too, and {@code servers:exec} for a
     *     dump on another server than the console's own machine), {@code validation_failed} with every field at fault;
     *     nothing is saved then, and the cluster has no slot
     */
    @Override
    public BackupConfig create(Caller caller, BackupDraft draft) {
        Checked checked = checked(caller, draft);
        checked.probe().throwIfNot();
        BackupConfig config = new BackupConfig(
                checked.id(),
                caller.organizationId(),
                draft.type(),
                source(draft, checked),
                checked.draft().destination(),
                checked.draft().policy(),
                onlyHome(checked.server(), checked.draft().destination()),
                parts.clock().instant(),
                1,
                Actor.of(caller));
        String password = draft.login() == null ? null : draft.login().password();
        parts.vault().prepare();
        // Alone: two at once would both find the place free.
        var _ = parts.store().writeAlone(tx -> {
            // One that has not begun yet has left no mark there.
            stores.configs().atPlaceOf(tx, config).ifPresent(other -> {
                throw AppException.invalid("prefix", BackupProbe.takenBy(other));
            });
            stores.configs().insert(tx, config);
            stores.progress().put(tx, BackupProgress.waiting(config.id(), config.createdAt()));
            checked.draft().keys().save(tx, parts.vault(), config.organizationId(), config.id());
            if (!Boolean.FALSE.equals(draft.encrypted())) {
                DestinationKeys.saveSeal(
                        tx, parts.vault(), config.organizationId(), config.id(), SealKey.make(parts.random()));
            }
            if (password != null) {
                DestinationKeys.saveLogin(tx, parts.vault(), config.organizationId(), config.id(), password);
            }
            queue.add(tx, config, RunTrigger.FIRST);
            timer.set(tx, config);
            Rehearsals.set(parts, tx, config);
            revisions.append(tx, caller, EventKind.BACKUP_CONFIG_CREATED, config);
            return true;
        });
        changed.run();
        return config;
    }

    /** A program of a dump runs on its server, and is given the password. */
    void requireForProgram(Caller caller, BackupType type, String serverId) {
        if (type == BackupType.DUMP && !serverId.equals(parts.homeId())) {
            caller.require(Scope.SERVERS_EXEC);
        }
    }

    private static BackupSource source(BackupDraft draft, Checked checked) {
        SystemIdentity identity = checked.probe().identity();
        return new BackupSource(
                checked.server().id(),
                checked.connection().id(),
                draft.login() == null ? null : draft.login().user(),
                draft.type().isLogical()
                        ? checked.id()
                        : Objects.requireNonNull(identity).systemIdentifier(),
                checked.probe().segmentBytes(),
                draft.rehearsalDirectory());
    }

    /**
     * Takes over backups whose console is lost. They are paused: they can be restored from at once, and go on once they are
     * enabled, with the schedule that they had. A console that kept them, and comes back, writes there no more.
     *
     * @throws AppException {@code insufficient_scope} (as {@link #create}); {@code validation_failed}, also on
     *     {@code recoveryText} where that does not open what lies there; {@code in_use} while a console keeps them, or
     *     this one still removes what it left of them; {@code already_exists} where this one keeps them
     */
    @Override
    public BackupConfig adopt(Caller caller, AdoptionDraft draft) {
        BackupConfig adopted = new Adoptions(parts, stores, this, sources).adopt(caller, draft);
        changed.run();
        return adopted;
    }

    void appendAdopted(Transaction tx, Caller caller, BackupConfig config) {
        revisions.append(tx, caller, EventKind.BACKUP_CONFIG_CREATED, config, Map.of("adopted", true));
    }

    @Nullable
    String onlyHome(Server server, Destination destination) {
        return switch (destination.provider()) {
            // The directory is on this machine.
            case FILE -> server.onlyHome() == null ? parts.homeId() : server.onlyHome();
            case S3, AWS, R2, B2, MINIO, WASABI, GCS -> server.onlyHome();
        };
    }

    /**
     * Looks at a cluster and a destination and saves nothing.
     *
     * @throws AppException as {@link #create}, for what can be seen without looking
     */
    @Override
    public List<BackupCheck> test(Caller caller, BackupDraft draft) {
        return checked(caller, draft).probe().checks();
    }

    private Checked checked(Caller caller, BackupDraft draft) {
        caller.require(Scope.BACKUPS_WRITE);
        caller.require(Scope.DATABASES_ADMIN);
        requireForSql(caller, draft.rehearsalSql());
        requireForProgram(caller, draft.type(), draft.serverId());
        String id = parts.ids().next("bkp");
        BackupValidation.Checked checked = BackupValidation.check(draft, parts.home());
        Server server = sources.server(caller, draft.serverId());
        DatabaseConnection connection = sources.connection(caller, server, draft.type(), draft.databaseId());
        BackupProbe probe = new BackupProbe(parts, id);
        switch (draft.type()) {
            case PITR -> probe.lookAtCluster(caller, connection, draft.login());
            case DUMP -> {
                DumpProbe dump = new DumpProbe(parts);
                dump.lookAtDatabase(caller, connection, server);
                probe.add(dump.checks());
            }
            case SQLITE -> {
                DumpProbe file = new DumpProbe(parts);
                file.lookAtFile(caller, connection);
                probe.add(file.checks());
            }
        }
        probe.lookAtDestination(checked.destination(), checked.keys());
        return new Checked(id, checked, server, connection, probe);
    }

    /**
     * Changes when backups are made, how long they are kept, whether they are made at all, the keys or the login, which is
     * tried first. A pause drops the cluster's slot: WAL that it writes meanwhile may be lost, and then there is a gap.
     *
     * @param expectedRevision null to change whatever is there
     * @throws AppException {@code insufficient_scope} (keys and a login take {@code databases:admin} too), {@code validation_failed},
     *     {@code not_found}, {@code precondition_failed}
     */
    @Override
    public BackupConfig update(Caller caller, String id, BackupPatch patch, @Nullable Long expectedRevision) {
        BackupConfig now = forUse(caller, id, Scope.BACKUPS_WRITE);
        revisions.require(now, expectedRevision);
        if (!Objects.equals(patch.rehearsalSql(), now.policy().rehearsal().sql())) {
            requireForSql(caller, patch.rehearsalSql());
        }
        if (now.type().isLogical()) {
            BackupValidation.requireOfLogical(patch);
        }
        DestinationKeys keys = keys(caller, now, patch);
        BackupPatch.LoginChange change = patch.login();
        ReplicationLogin login = change == null ? null : checkedLogin(caller, now, change);
        BackupPolicy policy = BackupValidation.check(patch, now.policy());
        parts.vault().prepare();
        BackupConfig after = parts.store().write(tx -> {
            BackupConfig before = locked(tx, caller, id);
            revisions.require(before, now.revision());
            BackupSource source =
                    change == null ? before.source() : before.source().withLogin(login == null ? null : login.user());
            BackupConfig with = before.with(source, policy, Actor.of(caller));
            put(tx, with);
            if (change != null) {
                saveLogin(tx, with, login);
            }
            if (keys != null) {
                keys.save(tx, parts.vault(), with.organizationId(), id);
            }
            if (!policy.enabled()) {
                endRuns(tx, with);
            } else if (!before.policy().enabled() && !with.type().isLogical()) {
                queue.add(tx, with, RunTrigger.GAP);
            }
            revisions.append(tx, caller, EventKind.BACKUP_CONFIG_CHANGED, before, with);
            return with;
        });
        changed.run();
        return after;
    }

    /** The login of a change, which was tried; null for the connection's own. */
    private @Nullable ReplicationLogin checkedLogin(
            Caller caller, BackupConfig config, BackupPatch.LoginChange change) {
        caller.require(Scope.DATABASES_ADMIN);
        if (config.type() != BackupType.PITR) {
            throw AppException.invalid("login", "Only continuous backups have this.");
        }
        String user = change.user();
        ReplicationLogin login = null;
        if (user != null) {
            BackupValidation.requireLoginUser(user);
            boolean keeps =
                    change.password() == null && user.equals(config.source().loginUser());
            login = keeps
                    ? DestinationKeys.login(parts.vault(), config.id(), user)
                    : new ReplicationLogin(user, change.password());
        }
        sources.requireLogin(config, login);
        return login;
    }

    private void saveLogin(Transaction tx, BackupConfig config, @Nullable ReplicationLogin login) {
        DestinationKeys.deleteLogin(tx, parts.vault(), config.id());
        String password = login == null ? null : login.password();
        if (password != null) {
            DestinationKeys.saveLogin(tx, parts.vault(), config.organizationId(), config.id(), password);
        }
    }

    private void put(Transaction tx, BackupConfig changed) {
        revisions.update(tx, changed);
        timer.set(tx, changed);
        Rehearsals.set(parts, tx, changed);
    }

    /** As {@link Backups#stopWorkOf}; within the change that deletes the keys. */
    List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        List<BackupConfig> stopped = stores.configs().lockEnabledOfKeys(tx, organizationId, keyIds);
        List<NewEvent> events = stopped.stream()
                .map(before -> {
                    BackupConfig after = before.with(before.policy().paused());
                    put(tx, after);
                    endRuns(tx, after);
                    Map<String, Object> data = new LinkedHashMap<>(told(after));
                    data.putAll(revisions.difference(before, after));
                    data.put("why", Actor.KEY_DELETED);
                    return new NewEvent(EventKind.BACKUP_CONFIG_CHANGED, after.id(), data);
                })
                .toList();
        if (!stopped.isEmpty()) {
            tx.afterCommit(changed);
        }
        return events;
    }

    /** A cluster is paused once its slot is dropped; of what has none no console has to do anything. */
    private void endRuns(Transaction tx, BackupConfig config) {
        stores.runs().active(tx, config.id()).forEach(each -> end(tx, each, "Backups of this database were paused."));
        if (config.type().isLogical()) {
            Instant now = parts.clock().instant();
            stores.progress().put(tx, BackupProgress.waiting(config.id(), now).in(BackupState.PAUSED, null, now));
        }
    }

    /** It is run as the restored cluster's superuser, who may run programs of its server. */
    private static void requireForSql(Caller caller, @Nullable String sql) {
        if (sql != null && !sql.isBlank()) {
            caller.require(Scope.SERVERS_EXEC);
        }
    }

    private @Nullable DestinationKeys keys(Caller caller, BackupConfig config, BackupPatch patch) {
        if (patch.accessKeyId() == null && patch.secretAccessKey() == null) {
            return null;
        }
        caller.require(Scope.DATABASES_ADMIN);
        if (patch.secretAccessKey() == null) {
            throw AppException.invalid("dest.secretAccessKey", "Give the key's secret too.");
        }
        String keyId = patch.accessKeyId() == null
                ? DestinationKeys.stored(parts.vault(), config.id()).accessKeyId()
                : patch.accessKeyId();
        DestinationKeys keys = BackupValidation.check(keyId, patch.secretAccessKey());
        BackupProbe probe = new BackupProbe(parts, config.id());
        probe.lookAtDestination(config.destination(), keys);
        probe.throwIfNot();
        return keys;
    }

    /** Ends a run that waits, or has the console stop that works on it. */
    void end(Transaction tx, BackupRun run, String reason) {
        Instant now = parts.clock().instant();
        boolean ended = stores.runs().end(tx, run.id(), RunStatus.QUEUED, RunStatus.CANCELLED, null, reason, now);
        if (!ended && run.jobId() != null) {
            parts.jobs().stop(tx, run.jobId(), reason);
        }
    }

    /**
     * Ends the backups of a cluster. Its slot is dropped as soon as it can be reached, and the console forgets the key of
     * what is stored. Those of the machine that a home was before are forgotten alone: its console may go on with them.
     *
     * @param deletesObjects whether what is stored goes too; it then cannot be had back
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code precondition_failed}; {@code in_use}
     *     while a restore reads; {@code state_invalid} where sealed objects would stay whose key nobody was shown, and for
     *     objects of another machine's
     */
    @Override
    public void delete(Caller caller, String id, boolean deletesObjects, @Nullable Long expectedRevision) {
        BackupConfig now = forUse(caller, id, Scope.BACKUPS_WRITE);
        if (!deletesObjects) {
            requireKeyShown(now);
        } else if (isOfFormerMachine(now)) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "What is stored belongs to the machine that this console was on before, which may go on with it."
                            + " Delete the configuration alone.");
        }
        List<String> jobs = parts.store().write(tx -> {
            BackupConfig config = locked(tx, caller, id);
            revisions.require(config, expectedRevision);
            stores.runs().active(tx, id).forEach(each -> end(tx, each, "Backups of this database were ended."));
            if (!stores.restores().reading(tx, id).isEmpty()) {
                throw new AppException(
                        PlatformError.IN_USE, "A restore reads its backups. Wait for the end, or cancel that.");
            }
            List<String> jobIds = stores.runs().jobIds(tx, id);
            reading.stop(tx, id, "Backups of this database were ended.");
            timer.remove(tx, id);
            Rehearsals.remove(parts, tx, id);
            if (isOfFormerMachine(config)) {
                DestinationKeys.deleteAll(tx, parts.vault(), id);
            } else {
                stores.leftovers()
                        .insert(
                                tx,
                                Leftover.of(
                                        config, deletesObjects, parts.clock().instant()));
            }
            stores.configs().delete(tx, id);
            revisions.append(
                    tx,
                    caller,
                    EventKind.BACKUP_CONFIG_DELETED,
                    config,
                    Map.of("objects", deletesObjects ? "delete" : "keep"));
            return jobIds;
        });
        parts.jobs().deleteLogs(jobs);
        changed.run();
    }

    /** A home was restored under a new identity: nobody else works a state that is not shared. */
    private boolean isOfFormerMachine(BackupConfig config) {
        return !parts.store().isShared()
                && config.onlyHome() != null
                && !config.onlyHome().equals(parts.homeId());
    }

    private void requireKeyShown(BackupConfig config) {
        EventFilter shown = new EventFilter(List.of(EventKind.BACKUP_KEY_SHOWN.wireName()), config.id(), null, null);
        if (DestinationKeys.seal(parts.vault(), config.id()) != null
                && parts.events().newest(config.organizationId(), shown, 1).isEmpty()) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "Read the recovery key first (POST /backup-configs/" + config.id()
                            + "/recovery-text) and keep it: without it nobody can open what stays. Or delete what is"
                            + " stored too.");
        }
    }

    private BackupConfig locked(Transaction tx, Caller caller, String id) {
        return stores.configs()
                .lock(tx, id)
                .filter(each -> each.organizationId().equals(caller.organizationId()))
                .orElseThrow(() -> AppException.notFound("backup configuration", id));
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    public BackupConfig forUse(Caller caller, String id, Scope scope) {
        caller.require(scope);
        return revisions.load(caller, id);
    }

    /**
     * The key of what is stored, as a text to be kept apart from it: without it and without this console nothing of it can
     * be opened.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} where nothing is sealed
     */
    @Override
    public String recoveryText(Caller caller, String id) {
        BackupConfig config = forUse(caller, id, Scope.DATABASES_ADMIN);
        SealKey seal = DestinationKeys.seal(parts.vault(), id);
        if (seal == null) {
            throw new AppException(
                    PlatformError.STATE_INVALID, "These backups are not encrypted, so they need no key.");
        }
        parts.store().change(tx -> revisions.append(tx, caller, EventKind.BACKUP_KEY_SHOWN, config));
        return seal.recoveryText();
    }

    /** The organization's configurations, newest first. */
    public Page<BackupOverview> list(Caller caller, PageRequest page) {
        caller.require(Scope.BACKUPS_READ);
        Page<BackupConfig> found = revisions.list(caller, page);
        return new Page<>(overviews(caller, found.items()), found.next());
    }

    /** The organization's configurations, newest first. */
    @Override
    public List<BackupOverview> all(Caller caller) {
        caller.require(Scope.BACKUPS_READ);
        return overviews(caller, parts.store().read(tx -> stores.configs().all(tx, caller.organizationId())));
    }

    /** Ids of the configurations that are restored on a server; none for a caller who may not read them. */
    public List<String> idsOn(Caller caller, String serverId) {
        return caller.may(Scope.BACKUPS_READ)
                ? parts.store().read(tx -> stores.configs().idsOn(tx, caller.organizationId(), serverId))
                : List.of();
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found} */
    @Override
    public BackupOverview get(Caller caller, String id) {
        return of(forUse(caller, id, Scope.BACKUPS_READ));
    }

    /** With what has come of it, for one that the caller was given. */
    public BackupOverview of(BackupConfig config) {
        return parts.store()
                .read(tx -> new BackupOverview(
                        config,
                        stores.progress()
                                .find(tx, config.id())
                                .orElseGet(() -> BackupProgress.waiting(config.id(), config.createdAt())),
                        stores.runs().newest(tx, config.id()).orElse(null),
                        stores.rehearsals().newest(tx, config.id()).orElse(null),
                        next(config)));
    }

    private @Nullable Instant next(BackupConfig config) {
        return config.policy().enabled()
                ? config.policy().dueTimes().nextAfter(parts.clock().instant())
                : null;
    }

    private List<BackupOverview> overviews(Caller caller, List<BackupConfig> configs) {
        Map<String, BackupRun> runs = new HashMap<>();
        Map<String, Rehearsal> rehearsals = new HashMap<>();
        Map<String, BackupProgress> progress = new HashMap<>();
        parts.store().read(tx -> {
            stores.runs().newestOfEach(tx, caller.organizationId()).forEach(each -> runs.put(each.configId(), each));
            stores.rehearsals()
                    .newestOfEach(tx, caller.organizationId())
                    .forEach(each -> rehearsals.put(each.configId(), each));
            stores.progress().allOf(tx, caller.organizationId()).forEach(each -> progress.put(each.configId(), each));
            return true;
        });
        return configs.stream()
                .map(each -> new BackupOverview(
                        each,
                        progress.getOrDefault(each.id(), BackupProgress.waiting(each.id(), each.createdAt())),
                        runs.get(each.id()),
                        rehearsals.get(each.id()),
                        next(each)))
                .toList();
    }

    private static Map<String, Object> told(BackupConfig config) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("type", config.type().wireName());
        told.put("serverId", config.source().serverId());
        told.put("databaseId", config.source().databaseId());
        told.put("destination", config.destination().words());
        told.put("schedule", config.policy().schedule().text());
        told.put("timeZone", config.policy().timeZone().getId());
        told.put("rehearsalSchedule", String.valueOf(config.policy().rehearsal().scheduleText()));
        told.put("keepNewest", config.policy().keepNewest());
        told.put("retentionDays", config.policy().retentionDays());
        told.put("enabled", config.policy().enabled());
        return told;
    }
}
