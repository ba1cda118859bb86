package dev.wheelhouse.core.backups.catalog;

import dev.wheelhouse.core.backups.base.Volume;
import dev.wheelhouse.core.databases.copies.DatabaseFacts;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.platform.json.Json;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a restore has to know of a complete dump, or of a complete copy of a file: its {@code meta.json}, field by field.
 * What a later version adds is passed over; what it writes otherwise has another {@code format}.
 *
 * @param configId of the configuration
 * @param name of the database, or the path of the file
 * @param program the release of {@code pg_dump} that made it, such as {@code 15.20}; null for a file
 * @param database as it was; null for a file
 * @param compression of the volumes together; none of a dump, which is packed within
 * @param unpackedBytes of the database on its server, or of the copy
 * @param sha256 of the unpacked copy, in lower-case hexadecimal; null for a dump
 * @param madeAt when it was begun (RFC 3339)
 */
public record DumpMeta(
        int format,
        String runId,
        String configId,
        String name,
        @Nullable String program,
        @Nullable DatabaseFacts database,
        Compression compression,
        long unpackedBytes,
        @Nullable String sha256,
        String madeAt,
        List<Volume> volumes) {

    private static final int FORMAT = 1;

    public DumpMeta {
        // What is not ours may leave anything out.
        List.of(runId, configId, name, compression, madeAt);
        volumes = List.copyOf(volumes);
    }

    /** Of {@code pg_dump -Fc}. */
    public static DumpMeta ofDump(
            String runId,
            String configId,
            String name,
            String program,
            DatabaseFacts database,
            Instant madeAt,
            List<Volume> volumes) {
        return new DumpMeta(
                FORMAT,
                runId,
                configId,
                name,
                program,
                database,
                Compression.NONE,
                database.bytes(),
                null,
                madeAt.toString(),
                volumes);
    }

    /** Of a SQLite file. */
    public static DumpMeta ofFile(
            String runId,
            String configId,
            String path,
            long unpackedBytes,
            String sha256,
            Instant madeAt,
            List<Volume> volumes) {
        return new DumpMeta(
                FORMAT,
                runId,
                configId,
                path,
                null,
                null,
                Compression.ZSTD,
                unpackedBytes,
                sha256,
                madeAt.toString(),
                volumes);
    }

    /** As they are stored. */
    public long storedBytes() {
        return volumes.stream().mapToLong(Volume::bytes).sum();
    }

    /** @throws IllegalArgumentException for text that is none; it says why */
    static DumpMeta read(String text) {
        try {
            DumpMeta meta = Json.read(text, DumpMeta.class);
            if (meta.format != FORMAT) {
                throw new IllegalArgumentException("it was written by a newer Wheelhouse");
            }
            Instant.parse(meta.madeAt);
            return meta;
        } catch (UncheckedIOException | DateTimeException e) {
            throw new IllegalArgumentException("it does not say what a backup is", e);
        }
    }
}
