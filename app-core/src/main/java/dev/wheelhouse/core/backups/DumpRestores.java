package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.catalog.DumpCatalog;
import dev.wheelhouse.core.backups.catalog.DumpMeta;
import dev.wheelhouse.core.backups.dump.ClientPrograms;
import dev.wheelhouse.core.backups.dump.PostgresRelease;
import dev.wheelhouse.core.backups.dump.RestoreRisks;
import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.copies.DatabaseFacts;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.servers.Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks where a dump or a copy of a file is restored to, and removes what came to nothing. Neither ever goes over what is
 * there: a dump goes into a new database of the same server, a copy into a new file. Thread-safe.
 */
final class DumpRestores {

    private static final System.Logger LOG = System.getLogger(DumpRestores.class.getName());

    /** Bytes of a name of PostgreSQL ({@code NAMEDATALEN} less one). */
    private static final int LONGEST_NAME = 63;

    private static final DateTimeFormatter OF_DATABASE =
            DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter OF_FILE =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final DumpSource source;

    DumpRestores(BackupsConfig parts, BackupStores stores) {
        this.parts = parts;
        this.stores = stores;
        this.source = new DumpSource(parts);
    }

    /**
     * A restore that can be made.
     *
     * @param target the name of the new database, or the path of the new file
     * @param programs that restore a dump; null for a file
     * @param warning a risk of those programs; null for none that is known
     */
    record Prepared(
            BackupConfig config,
            Server server,
            DatabaseConnection connection,
            String id,
            DumpMeta meta,
            String target,
            @Nullable ClientPrograms programs,
            @Nullable String warning) {

        boolean isDatabase() {
            return config.type() == BackupType.DUMP;
        }

        Restore row(String homeId, String jobId, Instant now) {
            return new Restore(
                    id,
                    config.organizationId(),
                    config.id(),
                    meta.runId(),
                    config.type(),
                    connection.id(),
                    server.id(),
                    homeId,
                    jobId,
                    target,
                    null,
                    programs == null ? "" : programs.directory(),
                    false,
                    null,
                    now);
        }

        RestorePreview preview() {
            return new RestorePreview(
                    true,
                    null,
                    meta.runId(),
                    null,
                    null,
                    meta.unpackedBytes(),
                    null,
                    isDatabase() ? target : null,
                    isDatabase() ? null : target,
                    warning);
        }

        RestoreResult result() {
            return new RestoreResult(
                    true,
                    null,
                    null,
                    null,
                    null,
                    null,
                    isDatabase() ? target : null,
                    isDatabase() ? null : target,
                    warning);
        }
    }

    /** @throws AppException {@code validation_failed} for what has no meaning here */
    static void validate(BackupConfig config, RestoreRequest request) {
        Problems problems = new Problems();
        Map<String, @Nullable Object> times = new LinkedHashMap<>();
        times.put("targetTime", request.targetTime());
        times.put("targetPosition", request.targetPosition());
        times.put("beforeTransaction", request.beforeTransaction());
        times.forEach((field, value) -> {
            if (value != null) {
                problems.add(field, "These backups have no times between them. Choose the run to restore.");
            }
        });
        if (request.serverId() != null
                && !request.serverId().equals(config.source().serverId())) {
            problems.add("serverId", "It is restored where it is from. Leave it out.");
        }
        Map<String, Boolean> ofServers =
                Map.of("start", request.start(), "open", request.open(), "runAs", request.runAs() != null);
        ofServers.forEach((field, isGiven) -> {
            if (isGiven) {
                problems.add(field, "No server of its own is started for it. Leave it out.");
            }
        });
        if (request.targetDirectory() != null && config.type() == BackupType.DUMP) {
            problems.add("targetDirectory", "A dump is restored into a new database of its server. Leave it out.");
        }
        problems.throwIfAny();
    }

    /** @throws RestoreException what prevents it; nothing was written */
    Prepared prepare(BackupConfig config, String runId, RestoreRequest request) throws RestoreException {
        DumpMeta meta = meta(config, runId);
        try {
            DatabaseConnection connection = source.connection(config);
            Server server = source.server(config);
            return config.type() == BackupType.DUMP
                    ? database(config, server, connection, meta)
                    : file(config, server, connection, meta, request);
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.STATE_INVALID) {
                throw new RestoreException(String.valueOf(e.getMessage()));
            }
            throw e;
        } catch (IOException e) {
            throw new RestoreException(String.valueOf(e.getMessage()));
        }
    }

    private DumpMeta meta(BackupConfig config, String runId) throws RestoreException {
        try (ObjectStore store = Destinations.open(parts, config)) {
            DumpMeta meta = new DumpCatalog(store, config.id()).find(runId);
            if ((config.type() == BackupType.DUMP) == (meta.database() == null)) {
                throw new RestoreException("What the destination has of this run is of another kind of backup.");
            }
            return meta;
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.NOT_FOUND || e.trouble() == StoreTrouble.DAMAGED) {
                throw new RestoreException(
                        "The destination has lost this run's backup, or it is damaged: " + e.getMessage());
            }
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private Prepared database(BackupConfig config, Server server, DatabaseConnection connection, DumpMeta meta)
            throws RestoreException {
        Optional<String> unreachable = source.unreachable(connection, server);
        if (unreachable.isPresent()) {
            throw new RestoreException(unreachable.get());
        }
        DumpSource.Found found = source.programs(server, majorVersion(config, connection, meta));
        ClientPrograms programs = found.programs();
        if (programs == null) {
            throw new RestoreException(found.missing());
        }
        PostgresRelease restore = programs.restore();
        if (restore == null) {
            throw new RestoreException("pg_restore is missing beside pg_dump in " + programs.directory() + " of "
                    + server.name() + ". Install it.");
        }
        Long free = new ClusterDisk(parts, config).freeForData();
        Optional<String> lack = free == null
                ? Optional.empty()
                : FreeSpace.lack("The disk of the database's server", free, meta.unpackedBytes());
        if (lack.isPresent()) {
            throw new RestoreException(lack.get());
        }
        return new Prepared(
                config,
                server,
                connection,
                parts.ids().next("rst"),
                meta,
                newName(((Target.Postgres) connection.target()).database()),
                programs,
                warning(config, restore));
    }

    private @Nullable String warning(BackupConfig config, PostgresRelease restore) {
        String risk = RestoreRisks.of(restore).orElse(null);
        return risk == null || DestinationKeys.seal(parts.vault(), config.id()) != null
                ? risk
                : risk + " These backups are not encrypted, so anybody who may write to the destination can craft one.";
    }

    /** Of the server as it is now, and of the program that wrote the dump: older ones know its format not. */
    private int majorVersion(BackupConfig config, DatabaseConnection connection, DumpMeta meta) {
        int ofProgram = PostgresRelease.parse(Objects.requireNonNullElse(meta.program(), ""))
                .map(PostgresRelease::major)
                .orElse(0);
        DatabaseFacts before = meta.database();
        int ofServer = before == null ? 0 : before.majorVersion();
        try {
            ofServer = parts.copies().facts(config.caller(), connection).majorVersion();
        } catch (AppException e) {
            // The database may be gone, which is what dumps are for.
            LOG.log(System.Logger.Level.DEBUG, "The server of " + config.id() + " does not say its version", e);
        }
        return Math.max(ofProgram, ofServer);
    }

    private String newName(String database) {
        String end = "_restored_" + OF_DATABASE.format(parts.clock().instant());
        String beginning = database;
        while ((beginning + end).getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            beginning = beginning.substring(0, beginning.offsetByCodePoints(beginning.length(), -1));
        }
        return beginning + end;
    }

    private Prepared file(
            BackupConfig config, Server server, DatabaseConnection connection, DumpMeta meta, RestoreRequest request)
            throws RestoreException, IOException {
        Path source = Path.of(((Target.Sqlite) connection.target()).path());
        Path directory = directory(source, request.targetDirectory());
        if (parts.home().contains(directory)) {
            throw new RestoreException("Choose a directory outside of the console's own.");
        }
        if (!Files.isDirectory(directory)) {
            throw new RestoreException(directory + " is no directory. Make it, or name another one (targetDirectory).");
        }
        if (!Files.isWritable(directory)) {
            throw new RestoreException("This console may not write to " + directory
                    + ". Change its owner (chown), or choose another directory (targetDirectory).");
        }
        Path target = directory.resolve(newFile(source));
        if (Files.exists(target)) {
            throw new RestoreException(target + " exists already. Choose another directory, or try again in a second.");
        }
        Optional<String> lack = FreeSpace.lack(directory, meta.unpackedBytes());
        if (lack.isPresent()) {
            throw new RestoreException(lack.get());
        }
        return new Prepared(config, server, connection, parts.ids().next("rst"), meta, target.toString(), null, null);
    }

    private static Path directory(Path source, @Nullable String given) {
        if (given == null) {
            return Objects.requireNonNull(source.getParent());
        }
        try {
            Path directory = Path.of(given);
            if (directory.isAbsolute() && directory.normalize().equals(directory)) {
                return directory;
            }
        } catch (InvalidPathException _) {
            // As one that is not absolute.
        }
        throw AppException.invalid("targetDirectory", "Give an absolute directory, without \"..\".");
    }

    private String newFile(Path source) {
        String name = String.valueOf(source.getFileName());
        int dot = name.lastIndexOf('.');
        return (dot > 0 ? name.substring(0, dot) : name) + "-restored-"
                + OF_FILE.format(parts.clock().instant()) + ".db";
    }

    /** A file on its way, beside the name that it gets in the end. */
    static Path unfinished(String target) {
        return Path.of(target + ".unfinished");
    }

    /** Removes what a restore made that is over and was not to stay; what cannot be removed now goes later. */
    void removeLeft(String restoreId) {
        parts.store().read(tx -> stores.restores().abandonedOf(tx, parts.homeId())).stream()
                .filter(each -> each.id().equals(restoreId))
                .forEach(this::remove);
    }

    /**
     * Removes a new database, if it is the restore's own, or a file that is not whole, and the row with it.
     *
     * @return whether it is gone
     */
    boolean remove(Restore row) {
        try {
            switch (row.type()) {
                case DUMP -> drop(row);
                case SQLITE -> Files.deleteIfExists(unfinished(row.directory()));
                case PITR -> throw new IllegalStateException("Not of a dump: " + row.id());
            }
            parts.store().change(tx -> stores.restores().delete(tx, row.id()));
            return true;
        } catch (IOException | AppException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "What is left of a restore in " + row.directory() + " cannot be removed yet: " + e.getMessage());
            return false;
        }
    }

    private void drop(Restore row) throws IOException {
        Optional<DatabaseConnection> connection = Optional.ofNullable(row.databaseId())
                .flatMap(id -> parts.connections().find(row.organizationId(), id));
        Optional<Server> server = parts.servers().find(row.organizationId(), row.serverId());
        if (connection.isEmpty() || server.isEmpty()) {
            throw new IOException("The connection or the server is gone. Drop the database by hand.");
        }
        new NewDatabase(source, connection.get(), server.get(), row.directory(), row.id()).drop();
    }

    /** The one to restore where none is named. */
    static String newestOf(List<BackupRun> succeeded) throws RestoreException {
        return succeeded.reversed().stream()
                .filter(each -> !each.removing() && each.verification() != Verification.FAILED)
                .map(BackupRun::id)
                .findFirst()
                .orElseThrow(() -> new RestoreException("There is no complete backup yet."));
    }
}
