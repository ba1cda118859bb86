package dev.wheelhouse.core.backups;

import dev.wheelhouse.core.backups.base.Packing;
import dev.wheelhouse.core.backups.catalog.DumpCatalog;
import dev.wheelhouse.core.backups.catalog.DumpMeta;
import dev.wheelhouse.core.backups.dump.ClientProgram;
import dev.wheelhouse.core.backups.dump.ClientPrograms;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobTelling;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Restores a dump into a new database, or a copy into a new file, as a job. Not a byte reaches {@code pg_restore} before
 * all of the dump was read and held against its seal and its checksums: a crafted one could make it run code. What comes
 * to nothing is removed.
 */
final class DumpRestoreRun implements JobWork {

    private static final String STOP = "--exit-on-error";
    private static final int BUFFER = 1 << 17;

    private final BackupsConfig parts;
    private final BackupStores stores;
    private final DumpRestores restores;
    private final DumpRestores.Prepared prepared;
    private final CompletableFuture<RestoreResult> over = new CompletableFuture<>();
    private boolean restored;
    private @Nullable String error;

    DumpRestoreRun(BackupsConfig parts, BackupStores stores, DumpRestores restores, DumpRestores.Prepared prepared) {
        this.parts = parts;
        this.stores = stores;
        this.restores = restores;
        this.prepared = prepared;
    }

    /** What came of it, once it is over. */
    CompletableFuture<RestoreResult> result() {
        return over;
    }

    @Override
    public String run(JobProgress progress) {
        // It looks itself whether it is cancelled; an interrupt would close what is being read.
        progress.onCancel(() -> {});
        return new JobTelling(progress)
                .tell(
                        "Restoring the backup " + prepared.meta().runId() + " into the new "
                                + (prepared.isDatabase() ? "database " : "file ") + prepared.target() + ".",
                        () -> make(progress));
    }

    private String make(JobProgress progress) {
        try (ObjectStore store = Destinations.open(parts, prepared.config())) {
            DumpCatalog catalog = new DumpCatalog(store, prepared.config().id());
            if (prepared.isDatabase()) {
                restoreDatabase(catalog, progress);
            } else {
                restoreFile(catalog, progress);
            }
            restored = true;
            progress.result(Map.of(
                    "serverId",
                    prepared.server().id(),
                    prepared.isDatabase() ? "database" : "path",
                    prepared.target()));
            return "It is restored into " + prepared.target() + ".";
        } catch (IOException e) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private static void requireNotCancelled(JobProgress progress) {
        if (progress.isCancelled()) {
            throw new AppException(PlatformError.CANCELLED, "Cancelled.");
        }
    }

    private void restoreDatabase(DumpCatalog catalog, JobProgress progress) throws IOException {
        DumpMeta meta = prepared.meta();
        if (prepared.warning() != null) {
            progress.log(prepared.warning());
        }
        long total = meta.storedBytes();
        long[] read = {0};
        catalog.check(meta, bytes -> {
            requireNotCancelled(progress);
            read[0] += bytes;
            progress.report(read[0], total, "Checking the dump");
        });
        progress.log("All of the dump is as it was stored: %,d MiB.".formatted(total >> 20));
        DumpSource source = new DumpSource(parts);
        ClientPrograms programs = Objects.requireNonNull(prepared.programs());
        ClientProgram program = source.program(prepared.connection(), prepared.server(), programs);
        try (var _ = program.login()) {
            NewDatabase made =
                    new NewDatabase(source, prepared.connection(), prepared.server(), prepared.target(), prepared.id());
            boolean isSuperuser = made.create(program, Objects.requireNonNull(meta.database()));
            requireNotCancelled(progress);
            List<String> arguments = arguments(isSuperuser, progress);
            ClientProgram.Ended end = restored(program, arguments, catalog, progress);
            if (end.setsOnlyWhatIsUnknown()) {
                progress.log(
                        "This pg_restore is newer than the server. It begins again and goes on behind that setting.");
                arguments.remove(STOP);
                end = restored(program, arguments, catalog, progress);
            }
            if (!end.succeeded() && !end.setsOnlyWhatIsUnknown()) {
                throw new AppException(PlatformError.UPSTREAM_FAILED, "pg_restore failed: " + end.words());
            }
            made.finish(
                    program,
                    "Restored by Wheelhouse from " + meta.runId() + ", dumped from " + meta.name() + " at "
                            + meta.madeAt());
        }
    }

    private ClientProgram.Ended restored(
            ClientProgram program, List<String> arguments, DumpCatalog catalog, JobProgress progress)
            throws IOException {
        return program.run(
                "pg_restore",
                prepared.target(),
                arguments,
                input -> pour(catalog, input, progress),
                OutputStream.nullOutputStream(),
                progress);
    }

    /**
     * The roles are those of the same server, so owners and rights come back as they were; only a superuser may give them.
     * Subscriptions are left out: a copy is not to take its source's place with a publisher.
     */
    private List<String> arguments(boolean isSuperuser, JobProgress progress) {
        List<String> arguments = new ArrayList<>(List.of(STOP, "--no-subscriptions"));
        if (!isSuperuser) {
            progress.log("The connection's login is no superuser: everything belongs to it, and rights are left out.");
            arguments.addAll(List.of("--no-owner", "--no-privileges"));
        }
        return arguments;
    }

    private void pour(DumpCatalog catalog, OutputStream input, JobProgress progress) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long total = prepared.meta().storedBytes();
        long done = 0;
        try (InputStream dump = catalog.open(prepared.meta())) {
            for (int count = dump.read(buffer, 0, BUFFER); count >= 0; count = dump.read(buffer, 0, BUFFER)) {
                input.write(buffer, 0, count);
                done += count;
                progress.report(done, total, "Restoring the dump");
            }
        }
    }

    private void restoreFile(DumpCatalog catalog, JobProgress progress) throws IOException {
        Path unfinished = DumpRestores.unfinished(prepared.target());
        write(catalog, unfinished, progress);
        progress.report(0, null, "Checking the file");
        Optional<String> damage = parts.copies()
                .damage(prepared.config().caller(), prepared.connection(), unfinished, progress::onCancel);
        requireNotCancelled(progress);
        if (damage.isPresent()) {
            throw new IOException("SQLite says of the restored file: " + damage.get());
        }
        place(unfinished, Path.of(prepared.target()));
    }

    private void write(DumpCatalog catalog, Path file, JobProgress progress) throws IOException {
        DumpMeta meta = prepared.meta();
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[BUFFER];
        long done = 0;
        try (InputStream packed = catalog.open(meta);
                InputStream unpacked = Packing.unpacked(packed, meta.compression());
                FileChannel channel =
                        PrivateFiles.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int count = unpacked.read(buffer); count >= 0; count = unpacked.read(buffer)) {
                requireNotCancelled(progress);
                digest.update(buffer, 0, count);
                ByteBuffer chunk = ByteBuffer.wrap(buffer, 0, count);
                while (chunk.hasRemaining()) {
                    done += channel.write(chunk);
                }
                progress.report(done, meta.unpackedBytes(), "Writing the file");
            }
            // What unpacks stops where the archive ends, and the last volume is checked behind that.
            packed.transferTo(OutputStream.nullOutputStream());
            channel.force(true);
        }
        if (!HexFormat.of().formatHex(digest.digest()).equals(meta.sha256())) {
            throw new IOException("The copy of run " + meta.runId() + " is damaged in the store.");
        }
    }

    /** Never over a file that is there, also one that was made a moment ago. */
    private static void place(Path unfinished, Path target) throws IOException {
        try {
            Files.createLink(target, unfinished);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(target + " exists already.", e);
        } catch (UnsupportedOperationException | FileSystemException _) {
            // A file system without a second name for a file.
            Files.move(unfinished, target);
        }
        Files.deleteIfExists(unfinished);
    }

    @Override
    public void keepEnd(Transaction tx, Job end) {
        Restore row = stores.restores().findByJob(tx, end.id()).orElse(null);
        error = restored ? null : Objects.requireNonNullElse(end.error(), String.valueOf(end.message()));
        if (row == null) {
            return;
        }
        if (restored) {
            stores.restores().delete(tx, row.id());
        } else {
            stores.restores().abandon(tx, row.id());
        }
        RestoreRun.say(parts, tx, row, error);
    }

    @Override
    public void over() {
        if (restored) {
            over.complete(prepared.result());
            return;
        }
        try {
            restores.removeLeft(prepared.id());
        } finally {
            over.complete(RestoreResult.refused(
                    error == null ? "How the restore ended could not be kept; its log says more." : error));
        }
    }
}
