package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.base.BaseBackupWriter;
import dev.wheelhouse.core.backups.base.Packing;
import dev.wheelhouse.core.backups.base.Volume;
import dev.wheelhouse.core.backups.base.VolumeWriter;
import dev.wheelhouse.core.backups.catalog.DumpCatalog;
import dev.wheelhouse.core.backups.catalog.DumpMeta;
import dev.wheelhouse.core.backups.dump.ClientProgram;
import dev.wheelhouse.core.backups.dump.ClientPrograms;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.copies.DatabaseFacts;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobTelling;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.servers.Server;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes a dump of a database, or a copy of a file, as a job. */
final class DumpRun implements JobWork {

    /** What a run is among the jobs. */
    static final String JOB_KIND = "database_backup";

    /** How the copies begin that lie in the console's home while they are stored. */
    static final String COPY = "copy-";

    private static final System.Logger LOG = System.getLogger(DumpRun.class.getName());
    private static final int BUFFER = 1 << 17;

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final BackupTimer timer;
    private final DumpSource source;
    private final BackupConfig config;
    private final Lease lease;
    private final BackupRun run;
    private final Runnable ended;
    private @Nullable DumpMeta made;

    /**
     * @param lease without which it does not become complete
     * @param ended runs once it is over
     */
    DumpRun(
            BackupsConfig parts,
            BackupStores stores,
            BackupTimer timer,
            BackupConfig config,
            Lease lease,
            BackupRun run,
            Runnable ended) {
        this.parts = parts;
        this.stores = stores;
        this.timer = timer;
        this.source = new DumpSource(parts);
        this.config = config;
        this.lease = lease;
        this.run = run;
        this.ended = ended;
    }

    @Override
    public String run(JobProgress progress) {
        // It looks itself whether it is cancelled; an interrupt would break off what is being stored.
        progress.onCancel(() -> {});
        return new JobTelling(progress)
                .tell(
                        "Making the backup " + run.id() + " in "
                                + config.destination().words() + ".",
                        () -> make(progress));
    }

    private String make(JobProgress progress) {
        try (ObjectStore store = Destinations.open(parts, config)) {
            return make(progress, store, new DumpCatalog(store, config.id()));
        } catch (IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private String make(JobProgress progress, ObjectStore store, DumpCatalog catalog) throws IOException {
        List<Volume> volumes = new ArrayList<>();
        String archive = config.type() == BackupType.DUMP ? "database.dump" : "database.sqlite.zst";
        VolumeWriter writer =
                new VolumeWriter(store, catalog.directory(run.id()), archive, BaseBackupWriter.VOLUME_BYTES, volumes);
        try {
            DumpMeta meta = config.type() == BackupType.DUMP
                    ? dump(progress, writer, volumes)
                    : copy(progress, writer, volumes);
            requireNotCancelled(progress);
            parts.store().change(tx -> parts.leases().require(tx, lease));
            StoreOwner.require(store, config);
            catalog.complete(meta);
            made = meta;
            return "The backup is complete: %,d MiB in %,d MiB."
                    .formatted(meta.unpackedBytes() >> 20, meta.storedBytes() >> 20);
        } catch (IOException | RuntimeException e) {
            dropQuietly(writer);
            removeQuietly(catalog);
            throw e;
        }
    }

    private static void dropQuietly(VolumeWriter writer) {
        try {
            writer.drop();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.INFO, "An upload that nobody finishes is swept later", e);
        }
    }

    /** What stays all the same goes when its configuration is cleaned up next. */
    private void removeQuietly(DumpCatalog catalog) {
        try {
            catalog.removeUnfinished(run.id());
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.INFO, "What was stored of " + run.id() + " stays for now", e);
        }
    }

    private static void requireNotCancelled(JobProgress progress) {
        if (progress.isCancelled()) {
            throw new AppException(PlatformError.CANCELLED, "Cancelled.");
        }
    }

    private DumpMeta dump(JobProgress progress, VolumeWriter writer, List<Volume> volumes) throws IOException {
        DatabaseConnection connection = source.connection(config);
        Server server = source.server(config);
        Instant begun = parts.clock().instant();
        DatabaseFacts facts = parts.copies().facts(config.caller(), connection);
        ClientPrograms programs = source.programs(server, facts.majorVersion()).required();
        ClientProgram program = source.program(connection, server, programs);
        try (var _ = program.login()) {
            progress.log("pg_dump %s of %s dumps %s (%,d MiB) of PostgreSQL %s."
                    .formatted(
                            programs.dump(),
                            server.name(),
                            program.database(),
                            facts.bytes() >> 20,
                            facts.serverVersion()));
            List<String> arguments = new ArrayList<>(List.of("--format=custom"));
            if (programs.packsWithZstd()) {
                arguments.add("--compress=zstd:1");
            }
            ClientProgram.Ended end = program.run(
                    "pg_dump",
                    program.database(),
                    arguments,
                    ClientProgram.Source.NONE,
                    new Counted(writer, progress),
                    progress);
            if (!end.succeeded()) {
                throw new AppException(PlatformError.UPSTREAM_FAILED, "pg_dump failed: " + end.words());
            }
            writer.finish();
            return DumpMeta.ofDump(
                    run.id(), config.id(), program.database(), programs.dump().toString(), facts, begun, volumes);
        }
    }

    /** Says how much has passed. */
    private static final class Counted extends FilterOutputStream {

        private final JobProgress progress;
        private long bytes;

        Counted(OutputStream out, JobProgress progress) {
            super(out);
            this.progress = progress;
        }

        @Override
        public void write(byte[] chunk, int offset, int length) throws IOException {
            out.write(chunk, offset, length);
            bytes += length;
            progress.report(bytes, null, "Storing the dump");
        }
    }

    private DumpMeta copy(JobProgress progress, VolumeWriter writer, List<Volume> volumes) throws IOException {
        DatabaseConnection connection = source.connection(config);
        Instant begun = parts.clock().instant();
        Path spool = source.spool(config.id());
        PrivateFiles.createFolders(spool);
        FreeSpace.require(spool, parts.copies().bytes(config.caller(), connection));
        Path copy = spool.resolve(COPY + run.id());
        try {
            // SQLite takes an empty file for one that is not there, and keeps its permissions.
            PrivateFiles.createIfAbsent(copy);
            progress.report(0, null, "Copying the file");
            Optional<String> damage = parts.copies().copy(config.caller(), connection, copy, progress::onCancel);
            if (damage.isPresent()) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "The file is damaged, and so is its copy, which is not kept (PRAGMA integrity_check: "
                                + damage.get() + ").");
            }
            long bytes = Files.size(copy);
            String sha256 = store(progress, copy, bytes, writer);
            writer.finish();
            return DumpMeta.ofFile(run.id(), config.id(), connection.target().address(), bytes, sha256, begun, volumes);
        } finally {
            DumpSession.removeCopies(spool, copy.getFileName().toString());
        }
    }

    private static String store(JobProgress progress, Path copy, long total, VolumeWriter writer) throws IOException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[BUFFER];
        long done = 0;
        try (InputStream bytes = new DigestInputStream(Files.newInputStream(copy), digest);
                OutputStream packed = Packing.zstd(writer)) {
            for (int count = bytes.read(buffer); count >= 0; count = bytes.read(buffer)) {
                requireNotCancelled(progress);
                packed.write(buffer, 0, count);
                done += count;
                progress.report(done, total, "Storing the copy");
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public void keepEnd(Transaction tx, Job end) {
        RunStatus status = switch (end.status()) {
            case SUCCEEDED -> RunStatus.SUCCEEDED;
            case CANCELLED -> RunStatus.CANCELLED;
            case FAILED, QUEUED, RUNNING -> RunStatus.FAILED;
        };
        Long bytes = made == null ? null : (Long) made.storedBytes();
        BaseRun.settle(parts, stores, timer, tx, run, status, bytes, end.error());
    }

    @Override
    public void over() {
        ended.run();
    }
}
