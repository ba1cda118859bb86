package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.platform.id.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The volumes of an archive, one behind the other; one that is not what was stored is an error that names it. */
public final class VolumeReader extends InputStream {

    private static final int BUFFER = 1 << 20;

    private final ObjectStore store;
    private final String directory;
    private final Deque<Volume> waiting;
    private final MessageDigest digest = Sha256.digest();
    private @Nullable Volume volume;
    private @Nullable InputStream open;

    /** @param directory of the objects, with a slash behind it */
    public VolumeReader(ObjectStore store, String directory, List<Volume> volumes) {
        this.store = store;
        this.directory = directory;
        this.waiting = new ArrayDeque<>(volumes);
    }

    /**
     * Reads all of an archive's volumes.
     *
     * @param read gets how many bytes were read since it was called last
     * @throws StoreException {@link StoreTrouble#NOT_FOUND}; {@link StoreTrouble#DAMAGED}; it names the object
     */
    public static void check(ObjectStore store, String directory, List<Volume> volumes, LongConsumer read)
            throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (VolumeReader reader = new VolumeReader(store, directory, volumes)) {
            for (int count = reader.read(buffer, 0, BUFFER); count >= 0; count = reader.read(buffer, 0, BUFFER)) {
                read.accept(count);
            }
        }
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (true) {
            if (open == null || volume == null) {
                volume = waiting.poll();
                if (volume == null) {
                    return -1;
                }
                open = store.open(directory + volume.name());
            }
            int count = open.read(bytes, offset, length);
            if (count >= 0) {
                digest.update(bytes, offset, count);
                return count;
            }
            end(volume);
        }
    }

    private void end(Volume ended) throws IOException {
        close();
        if (!HexFormat.of().formatHex(digest.digest()).equals(ended.sha256())) {
            throw new StoreException(
                    StoreTrouble.DAMAGED, directory + ended.name() + " is damaged in the store.", null);
        }
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
