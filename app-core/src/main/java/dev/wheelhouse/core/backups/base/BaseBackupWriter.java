package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.ObjectUpload;
import dev.wheelhouse.core.databases.replication.BaseBackupSink;
import dev.wheelhouse.core.databases.replication.BaseBackupStart;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Stores a base backup as it comes, without a file in between, and holds it against the server's manifest meanwhile. Takes
 * memory for a few parts of an upload and for the names of the files. What the server does not compress is compressed here.
 * For one thread; closing it without {@link #finish} removes what was stored.
 */
public final class BaseBackupWriter implements BaseBackupSink, AutoCloseable {

    /** Stores end an upload at 10,000 parts, some at 1,000: of 16 MiB each. */
    public static final long VOLUME_BYTES = 8L << 30;

    /** Of the object that is the server's own manifest. */
    public static final String MANIFEST = "backup_manifest";

    private static final System.Logger LOG = System.getLogger(BaseBackupWriter.class.getName());

    private final ObjectStore store;
    private final String directory;
    private final long volumeBytes;
    private final ManifestChecksum checksum;
    private final Executor threads;
    private final BaseProgress progress;
    private final List<Volume> volumes = new ArrayList<>();
    private final Map<String, ArchivedFile> files = new HashMap<>();
    private @Nullable BaseBackupStart start;
    private @Nullable VolumeWriter volume;
    private @Nullable OutputStream packed;
    private @Nullable Handover check;
    private @Nullable ObjectUpload manifest;
    private @Nullable ManifestCheck manifestCheck;
    private long unpackedBytes;
    private long estimatedBytes;
    private boolean finished;

    /**
     * @param directory of the base in the store, with a slash behind it
     * @param volumeBytes from 1; {@link #VOLUME_BYTES} outside of tests
     * @param checksum that the manifest was asked for with
     * @param threads of the operating system
     * @param progress hears how far the server is
     */
    public BaseBackupWriter(
            ObjectStore store,
            String directory,
            long volumeBytes,
            ManifestChecksum checksum,
            Executor threads,
            BaseProgress progress) {
        this.store = store;
        this.directory = directory;
        this.volumeBytes = volumeBytes;
        this.checksum = checksum;
        this.threads = threads;
        this.progress = progress;
    }

    @Override
    public void begin(BaseBackupStart begun) {
        start = begun;
        estimatedBytes = begun.tablespaces().stream()
                .mapToLong(each -> each.kibibytes() << 10)
                .sum();
    }

    @Override
    public void archive(String name) throws IOException {
        endArchive();
        Compression compression = started().compression();
        boolean packs = compression == Compression.NONE;
        VolumeWriter writer = new VolumeWriter(
                store, directory, packs ? name + Compression.ZSTD.suffix() : name, volumeBytes, volumes);
        volume = writer;
        packed = packs ? Packing.zstd(writer) : writer;
        check = new Handover(threads, new ArchiveCheck(compression, new FileSums(checksum, prefix(name), files)));
    }

    /** Where the paths of an archive begin: that of a tablespace is named after its oid. */
    static String prefix(String archive) {
        return archive.startsWith("base.") ? "" : "pg_tblspc/" + archive.substring(0, archive.indexOf('.')) + "/";
    }

    private void endArchive() throws IOException {
        if (packed == null || volume == null || check == null) {
            return;
        }
        check.finish();
        packed.close();
        volume.finish();
        packed = null;
        volume = null;
        check = null;
    }

    @Override
    public void manifest() throws IOException {
        endArchive();
        manifest = store.upload(directory + MANIFEST);
        unpackedBytes = sizeOfFiles();
        manifestCheck = new ManifestCheck(files);
    }

    private long sizeOfFiles() {
        return files.values().stream().mapToLong(ArchivedFile::bytes).sum();
    }

    @Override
    public void data(byte[] bytes, int offset, int length) throws IOException {
        if (manifest != null && manifestCheck != null) {
            manifest.write(bytes, offset, length);
            manifestCheck.accept(bytes, offset, length);
        } else if (packed != null && check != null) {
            packed.write(bytes, offset, length);
            check.accept(bytes, offset, length);
        } else {
            throw new IOException("Bytes of no archive arrived.");
        }
    }

    @Override
    public void progress(long bytes) {
        progress.read(bytes, estimatedBytes);
    }

    /**
     * Ends the storing, once the server has sent everything. What is stored is no base yet: that takes {@code meta.json},
     * which is written when the WAL is stored that it needs.
     *
     * @throws IOException also when a file is not what the manifest says, which it names
     */
    public BaseContent finish() throws IOException {
        endArchive();
        long count = 0;
        if (manifest == null) {
            unpackedBytes = sizeOfFiles();
        } else {
            count = Objects.requireNonNull(manifestCheck).finish();
            manifest.finish();
            manifest.close();
        }
        Compression compression = started().compression();
        finished = true;
        return new BaseContent(
                started(),
                compression == Compression.NONE ? Compression.ZSTD : compression,
                volumes,
                unpackedBytes,
                count);
    }

    private BaseBackupStart started() {
        return Objects.requireNonNull(start, "The server has not begun");
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (check != null) {
            check.close();
        }
        if (finished) {
            return;
        }
        finished = true;
        try {
            if (volume != null) {
                volume.drop();
            }
            if (manifest != null) {
                manifest.close();
            }
            List<String> names = new ArrayList<>(
                    volumes.stream().map(each -> directory + each.name()).toList());
            names.add(directory + MANIFEST);
            store.delete(names);
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Parts of a base that failed stay in the store until they are swept",
                    e);
        }
    }
}
