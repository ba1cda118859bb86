package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.plan.StoredEnd;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.wal.WalStart;
import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Takes over backups whose console is lost, so that they can be restored from, and gone on with. Thread-safe. */
final class Adoptions {

    private static final String DEFAULT_SCHEDULE = "0 3 * * *";
    /** The lost console may have kept its rows from assistants; until somebody says, nothing is told. */
    private static final AssistantSharing UNKNOWN_SHARING = AssistantSharing.NOTHING;

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupService service;
    private final BackupSources sources;

    Adoptions(BackupsConfig parts, BackupStores stores, BackupService service, BackupSources sources) {
        this.parts = parts;
        this.stores = stores;
        this.service = service;
        this.sources = sources;
    }

    /** As {@link BackupService#adopt}. */
    BackupConfig adopt(Caller caller, AdoptionDraft draft) {
        caller.require(Scope.BACKUPS_WRITE);
        caller.require(Scope.DATABASES_ADMIN);
        BackupValidation.Place place = BackupValidation.check(draft.dest(), draft.prefix(), parts.home());
        Server server = sources.server(caller, draft.serverId());
        try (ObjectStore plain = Destinations.open(parts, place.destination(), place.keys())) {
            Destinations.tryOut(plain, "wheelhouse-try-" + parts.ids().next("bkp"));
            Adoption found = Adoption.find(plain, draft);
            service.requireForProgram(caller, found.type(), server.id());
            String id = id(found);
            refuseWhenKnown(id);
            Way way = way(caller, server, draft.databaseId(), found);
            BackupPolicy policy = policy(found.note());
            parts.vault().prepare();
            // Before it is known here: a console that is not lost writes there no more, even if this one dies now.
            StoreOwner.take(plain, found.place(), StoreOwner.mark(id, caller.organizationId()));
            return save(caller, way, (tx, databaseId) -> {
                BackupConfig config = new BackupConfig(
                        id,
                        caller.organizationId(),
                        found.type(),
                        new BackupSource(server.id(), databaseId, null, found.place(), found.segmentBytes(), null),
                        place.destination(),
                        policy,
                        service.onlyHome(server, place.destination()),
                        parts.clock().instant(),
                        1,
                        Actor.of(caller));
                place.keys().save(tx, parts.vault(), config.organizationId(), id);
                save(tx, caller, config, found);
                return config;
            });
        } catch (StoreException e) {
            throw AppException.invalid(Destinations.field(place.destination(), e), String.valueOf(e.getMessage()));
        }
    }

    /** Dumps and copies lie under the id of their configuration. */
    private String id(Adoption found) {
        if (found.type().isLogical()) {
            return found.place();
        }
        return found.owner() == null ? parts.ids().next("bkp") : found.owner();
    }

    private void refuseWhenKnown(String id) {
        // What removes it would take the keys of the same id along.
        if (parts.store().read(tx -> stores.leftovers().find(tx, id)).isPresent()) {
            throw new AppException(
                    PlatformError.IN_USE,
                    "This console deleted these backups and still removes what they left. Try again once it has.");
        }
        if (parts.store().read(tx -> stores.configs().find(tx, id)).isPresent()) {
            throw new AppException(
                    PlatformError.ALREADY_EXISTS, "This console keeps these backups already, as " + id + ".");
        }
    }

    /** What leads to the cluster: a connection that is there, or one to be added. */
    private record Way(
            @Nullable String databaseId, @Nullable ConnectionDraft added) {}

    private Way way(Caller caller, Server server, @Nullable String databaseId, Adoption found) {
        if (databaseId != null) {
            return new Way(
                    sources.connection(caller, server, found.type(), databaseId).id(), null);
        }
        ConnectionDraft noted = noted(found, server);
        if (noted == null) {
            throw AppException.invalid(
                    "databaseId",
                    "Name the connection of what was backed up; its console has not written down which it was. Add one"
                            + " where there is none: it need not answer.");
        }
        // By its name, under which no other could be added.
        Optional<Way> known = parts.connections().all(caller, Scope.DATABASES_READ).stream()
                .filter(each -> each.name().equals(noted.name()) && each.engine() == noted.engine())
                .findFirst()
                .map(each -> new Way(each.id(), null));
        return known.orElseGet(() -> new Way(null, addable(noted)));
    }

    private @Nullable ConnectionDraft noted(Adoption found, Server server) {
        ConsoleNote note = found.note();
        if (note == null) {
            return null;
        }
        ConsoleNote.File file = note.file();
        if (found.type() == BackupType.SQLITE) {
            return file == null ? null : draft(file);
        }
        return note.connection() == null ? null : draft(note.connection(), server);
    }

    private static ConnectionDraft addable(ConnectionDraft noted) {
        String path = noted.path();
        if (path != null && !Files.exists(Path.of(path))) {
            throw AppException.invalid(
                    "databaseId",
                    "The file " + path
                            + " is not on this machine. Add a connection to a SQLite file, which may be a new"
                            + " one, and name it.");
        }
        return noted;
    }

    private static ConnectionDraft draft(ConsoleNote.File noted) {
        return new ConnectionDraft(
                noted.name(),
                Engine.SQLITE,
                null,
                null,
                null,
                null,
                noted.path(),
                false,
                null,
                noted.environment(),
                null,
                false,
                null,
                null,
                UNKNOWN_SHARING);
    }

    private ConnectionDraft draft(ConsoleNote.Connection noted, Server server) {
        return new ConnectionDraft(
                noted.name(),
                Engine.POSTGRESQL,
                noted.host(),
                noted.port(),
                noted.database(),
                noted.user(),
                null,
                null,
                noted.isThroughServer() && !server.id().equals(parts.homeId()) ? server.id() : null,
                noted.environment(),
                null,
                false,
                noted.ssl(),
                noted.sslRootCertificate(),
                UNKNOWN_SHARING);
    }

    private static BackupPolicy policy(@Nullable ConsoleNote note) {
        BackupPolicy standard = new BackupPolicy(
                CronExpression.parse(DEFAULT_SCHEDULE),
                ZoneOffset.UTC,
                null,
                BackupPolicy.DEFAULT_KEPT,
                BackupPolicy.DEFAULT_DAYS,
                false,
                RehearsalPolicy.NONE);
        return note == null
                ? standard
                : BackupValidation.check(
                        new BackupPatch(
                                note.schedule(),
                                note.walSchedule(),
                                note.timeZone(),
                                note.keepNewest(),
                                note.retentionDays(),
                                false,
                                null,
                                null,
                                null,
                                null,
                                null),
                        standard);
    }

    /** In one change with the connection, where that is added. */
    private BackupConfig save(Caller caller, Way way, BiFunction<Transaction, String, BackupConfig> change) {
        ConnectionDraft added = way.added();
        if (added == null) {
            return parts.store().write(tx -> change.apply(tx, Objects.requireNonNull(way.databaseId())));
        }
        AtomicReference<@Nullable BackupConfig> saved = new AtomicReference<>();
        parts.connections()
                .create(caller, added, null, (tx, connection) -> saved.set(change.apply(tx, connection.id())));
        return Objects.requireNonNull(saved.get());
    }

    private void save(Transaction tx, Caller caller, BackupConfig config, Adoption found) {
        ConsoleNote note = found.note();
        List<String> kept = note == null ? List.of() : note.kept();
        stores.configs().insert(tx, config);
        stores.progress().put(tx, progress(config, note));
        if (found.seal() != null) {
            DestinationKeys.saveSeal(tx, parts.vault(), config.organizationId(), config.id(), found.seal());
        }
        for (Adoption.Run each : found.runs()) {
            stores.runs().insert(tx, run(config, each, kept.contains(each.id())));
        }
        if (note != null) {
            note.gaps().forEach(each -> stores.gaps().add(tx, config.id(), each.gap()));
        }
        service.appendAdopted(tx, caller, config);
    }

    private static BackupRun run(BackupConfig config, Adoption.Run run, boolean keep) {
        WalStart start = run.start();
        return new BackupRun(
                run.id(),
                config.organizationId(),
                config.id(),
                RunKind.of(config.type()),
                RunStatus.SUCCEEDED,
                RunTrigger.ADOPTED,
                null,
                run.at(),
                null,
                run.at(),
                run.bytes(),
                Verification.NONE,
                null,
                keep,
                start == null ? null : (Integer) start.timeline(),
                start == null ? null : start.position().toString(),
                false);
    }

    private static BackupProgress progress(BackupConfig config, @Nullable ConsoleNote note) {
        Instant now = config.createdAt();
        BackupProgress paused = BackupProgress.waiting(config.id(), now).in(BackupState.PAUSED, null, now);
        StoredEnd end = note == null ? null : note.end();
        return end == null ? paused : paused.at(new WalStart(end.timeline(), end.position()), end.at());
    }
}
