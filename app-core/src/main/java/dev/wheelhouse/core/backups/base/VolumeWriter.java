package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.ObjectUpload;
import dev.wheelhouse.core.platform.id.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one archive into as many objects as it takes. To close it, as what packs into it does, ends nothing. */
public final class VolumeWriter extends OutputStream {

    private final ObjectStore store;
    private final String directory;
    private final String archive;
    private final long limit;
    private final List<Volume> written;
    private final MessageDigest digest = Sha256.digest();
    private int number;
    private long bytes;
    private @Nullable ObjectUpload upload;

    /**
     * @param directory of the objects, with a slash behind it
     * @param limit bytes of a volume
     * @param written gets each volume once it is stored
     */
    public VolumeWriter(ObjectStore store, String directory, String archive, long limit, List<Volume> written) {
        this.store = store;
        this.directory = directory;
        this.archive = archive;
        this.limit = limit;
        this.written = written;
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] data, int offset, int length) throws IOException {
        int at = offset;
        int left = length;
        while (left > 0) {
            ObjectUpload open = upload == null ? begin() : upload;
            int part = (int) Math.min(left, limit - bytes);
            open.write(data, at, part);
            digest.update(data, at, part);
            bytes += part;
            at += part;
            left -= part;
            if (bytes == limit) {
                finish();
            }
        }
    }

    private ObjectUpload begin() throws IOException {
        number++;
        bytes = 0;
        ObjectUpload begun = store.upload(directory + name());
        upload = begun;
        return begun;
    }

    private String name() {
        return "%s.%04d".formatted(archive, number);
    }

    /** Stores what was written since the last volume. */
    public void finish() throws IOException {
        if (upload == null) {
            return;
        }
        try (ObjectUpload ending = upload) {
            ending.finish();
        }
        upload = null;
        written.add(new Volume(name(), bytes, HexFormat.of().formatHex(digest.digest())));
    }

    /** Drops what was written since the last volume. */
    public void drop() throws IOException {
        if (upload != null) {
            upload.close();
            upload = null;
        }
    }
}
