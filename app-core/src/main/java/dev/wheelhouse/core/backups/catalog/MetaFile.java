package dev.wheelhouse.core.backups.catalog;

import dev.wheelhouse.core.backups.base.BaseContent;
import dev.wheelhouse.core.backups.base.Volume;
import dev.wheelhouse.core.databases.replication.BaseBackupStart;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.Tablespace;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.json.Json;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A base's {@code meta.json}, field by field. What a later version adds is passed over; what it writes otherwise has another
 * {@code format}.
 */
record MetaFile(
        int format,
        String runId,
        String systemIdentifier,
        int majorVersion,
        String machine,
        String superuser,
        long segmentBytes,
        int timeline,
        String start,
        String stop,
        String stoppedAt,
        @Nullable Long nextTransaction,
        Compression compression,
        ManifestChecksum checksum,
        long unpackedBytes,
        long files,
        List<Volume> volumes,
        List<Tablespace> tablespaces,
        Map<String, String> settings) {

    private static final int FORMAT = 1;

    MetaFile {
        // What is not ours may leave anything out.
        List.of(runId, systemIdentifier, machine, superuser, start, stop, stoppedAt);
        Objects.requireNonNull(compression);
        Objects.requireNonNull(checksum);
        volumes = List.copyOf(volumes);
        tablespaces = List.copyOf(tablespaces);
        settings = Map.copyOf(settings);
    }

    static String write(BaseMeta meta) {
        BaseContent content = meta.content();
        return Json.write(new MetaFile(
                FORMAT,
                meta.runId(),
                meta.systemIdentifier(),
                meta.majorVersion(),
                meta.machine(),
                meta.superuser(),
                meta.segmentBytes(),
                content.start().timeline(),
                content.start().position().toString(),
                meta.stop().toString(),
                meta.stoppedAt().toString(),
                meta.nextTransaction(),
                content.compression(),
                meta.checksum(),
                content.unpackedBytes(),
                content.files(),
                content.volumes(),
                content.start().tablespaces(),
                meta.settings()));
    }

    /** @throws IllegalArgumentException for text that is none; it says why */
    static BaseMeta read(String text) {
        try {
            MetaFile file = Json.read(text, MetaFile.class);
            if (file.format != FORMAT) {
                throw new IllegalArgumentException("it was written by a newer Wheelhouse");
            }
            return file.meta();
        } catch (UncheckedIOException | DateTimeException e) {
            throw new IllegalArgumentException("it does not say what a base is", e);
        }
    }

    private BaseMeta meta() {
        BaseBackupStart begun = new BaseBackupStart(WalPosition.parse(start), timeline, tablespaces, compression);
        return new BaseMeta(
                runId,
                systemIdentifier,
                majorVersion,
                machine,
                superuser,
                segmentBytes,
                new BaseContent(begun, compression, volumes, unpackedBytes, files),
                checksum,
                WalPosition.parse(stop),
                Instant.parse(stoppedAt),
                nextTransaction,
                settings);
    }
}
