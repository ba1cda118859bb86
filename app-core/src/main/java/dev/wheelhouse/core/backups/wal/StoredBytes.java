package dev.wheelhouse.core.backups.wal;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Compares what a store has with what is in the spool, as it was before compression. */
final class StoredBytes {

    private static final int BUFFER = 1 << 16;

    private StoredBytes() {}

    /** @throws WalException {@link WalTrouble#OTHER_BYTES_STORED} */
    static void verifySegment(ObjectStore store, String object, Path file) throws IOException {
        try (InputStream packed = new BufferedInputStream(store.open(object), BUFFER);
                InputStream stored = new ZstdInputStreamNoFinalizer(packed)) {
            verify(object, stored, file);
        } catch (ZstdIOException _) {
            throw otherBytes(object);
        } catch (StoreException e) {
            throw e.trouble() == StoreTrouble.DAMAGED ? otherBytes(object) : e;
        }
    }

    /** As {@link #verifySegment}, for an object that is not compressed. */
    static void verifyPlain(ObjectStore store, String object, Path file) throws IOException {
        try (InputStream stored = store.open(object)) {
            verify(object, stored, file);
        }
    }

    private static void verify(String object, InputStream stored, Path file) throws IOException {
        try (InputStream local = Files.newInputStream(file)) {
            byte[] one;
            do {
                one = local.readNBytes(BUFFER);
                // One more than there may be, to see a longer object at its end.
                byte[] other = stored.readNBytes(one.length == BUFFER ? BUFFER : one.length + 1);
                if (!Arrays.equals(one, other)) {
                    throw otherBytes(object);
                }
            } while (one.length == BUFFER);
        }
    }

    private static WalException otherBytes(String object) {
        return new WalException(
                WalTrouble.OTHER_BYTES_STORED,
                "The store has other bytes under " + object + ". Another cluster or console may use the same prefix.");
    }
}
