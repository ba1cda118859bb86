package dev.wheelhouse.core.backups.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Reads a stored base backup, and holds each file that passes against the server's manifest. For one thread.
 *
 * <p>First each archive, then the {@link #check}: until that has passed, what was copied is nothing to rely on.
 */
public final class BaseReader {

    private static final int BUFFER = 1 << 17;

    private final ObjectStore store;
    private final String directory;
    private final BaseContent content;
    private final ManifestChecksum checksum;
    private final Executor threads;
    private final Map<String, ArchivedFile> files = new HashMap<>();

    /**
     * @param directory of the base in the store, with a slash behind it
     * @param checksum that its manifest has
     * @param threads of the operating system
     */
    public BaseReader(
            ObjectStore store, String directory, BaseContent content, ManifestChecksum checksum, Executor threads) {
        this.store = store;
        this.directory = directory;
        this.content = content;
        this.checksum = checksum;
        this.threads = threads;
    }

    /** Such as {@code base.tar.zst}, in the order in which they were stored. */
    public List<String> archives() {
        return content.volumes().stream().map(Volume::archive).distinct().toList();
    }

    /**
     * Copies an archive, unpacked to a tar.
     *
     * @throws IOException also when a volume is not what was stored, which it names
     */
    public void copy(String archive, OutputStream tar) throws IOException {
        List<Volume> volumes = content.volumes().stream()
                .filter(each -> each.archive().equals(archive))
                .toList();
        TarFiles passing = new TarFiles(new FileSums(checksum, BaseBackupWriter.prefix(archive), files));
        try (VolumeReader packed = new VolumeReader(store, directory, volumes);
                InputStream unpacked = Packing.unpacked(packed, content.compression());
                // A pipe holds 64 KiB: without a thread of its own unpacking would wait for its reader again and again.
                Handover written = new Handover(threads, bytes -> bytes.transferTo(tar))) {
            byte[] buffer = new byte[BUFFER];
            for (int count = unpacked.read(buffer); count >= 0; count = unpacked.read(buffer)) {
                passing.accept(buffer, 0, count);
                written.accept(buffer, 0, count);
            }
            passing.finish();
            written.finish();
        }
    }

    /**
     * Holds what was copied against the manifest.
     *
     * @throws IOException that names what differs
     */
    public void check() throws IOException {
        if (content.files() == 0) {
            // PostgreSQL 12 makes no manifest; the volumes were held against their checksums.
            return;
        }
        ManifestCheck check = new ManifestCheck(files);
        readManifest(store, directory, check);
        check.finish();
    }

    static void readManifest(ObjectStore store, String directory, ManifestCheck check) throws IOException {
        try (InputStream manifest = store.open(directory + BaseBackupWriter.MANIFEST)) {
            byte[] buffer = new byte[BUFFER];
            for (int count = manifest.read(buffer); count >= 0; count = manifest.read(buffer)) {
                check.accept(buffer, 0, count);
            }
        } catch (JsonProcessingException e) {
            throw new ManifestException("The backup's manifest is damaged.", e);
        }
    }
}
