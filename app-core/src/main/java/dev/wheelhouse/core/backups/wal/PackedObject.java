package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.ObjectUpload;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object on its way into a store: in one call when it is small, as an upload when it grows large. For one thread. */
final class PackedObject implements AutoCloseable {

    private final ObjectStore store;
    private final String name;
    private final boolean mayReplace;
    private final ByteArrayOutputStream small = new ByteArrayOutputStream(1 << 20);
    private @Nullable ObjectUpload upload;

    PackedObject(ObjectStore store, String name, boolean mayReplace) {
        this.store = store;
        this.name = name;
        this.mayReplace = mayReplace;
    }

    void write(ByteBuffer packed) throws StoreException {
        byte[] bytes = new byte[packed.remaining()];
        packed.get(bytes);
        if (upload == null && small.size() + bytes.length > ObjectStore.PART_BYTES) {
            if (mayReplace) {
                // An upload never replaces; until it is finished there is no object of that name.
                store.delete(List.of(name));
            }
            upload = store.upload(name);
            byte[] before = small.toByteArray();
            upload.write(before, 0, before.length);
            small.reset();
        }
        if (upload == null) {
            small.writeBytes(bytes);
            return;
        }
        upload.write(bytes, 0, bytes.length);
    }

    /** @return false when there was one of that name, which stays */
    boolean finish() throws StoreException {
        if (upload == null) {
            if (!mayReplace) {
                return store.create(name, small.toByteArray());
            }
            store.replace(name, small.toByteArray());
            return true;
        }
        try {
            upload.finish();
            return true;
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.EXISTS) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        if (upload != null) {
            upload.close();
        }
    }
}
