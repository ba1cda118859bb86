package dev.wheelhouse.core.backups.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** Objects in memory. */
public class MemoryStore implements ObjectStore {

    public final NavigableMap<String, byte[]> objects = new ConcurrentSkipListMap<>();

    @Override
    public boolean create(String name, byte[] bytes) {
        return objects.putIfAbsent(name, bytes.clone()) == null;
    }

    @Override
    public void replace(String name, byte[] bytes) {
        objects.put(name, bytes.clone());
    }

    @Override
    public ObjectUpload upload(String name) {
        return new ObjectUpload() {
            private final ByteArrayOutputStream written = new ByteArrayOutputStream();

            @Override
            public void write(byte[] bytes, int offset, int length) {
                written.write(bytes, offset, length);
            }

            @Override
            public long finish() throws StoreException {
                if (!create(name, written.toByteArray())) {
                    throw new StoreException(StoreTrouble.EXISTS, name + " exists.", null);
                }
                return written.size();
            }

            @Override
            public void close() {
                // Nothing is kept.
            }
        };
    }

    @Override
    public InputStream open(String name) throws StoreException {
        byte[] bytes = objects.get(name);
        if (bytes == null) {
            throw new StoreException(StoreTrouble.NOT_FOUND, "There is no " + name + ".", null);
        }
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public Optional<StoredObject> find(String name) {
        byte[] bytes = objects.get(name);
        return bytes == null ? Optional.empty() : Optional.of(new StoredObject(name, bytes.length, Instant.EPOCH));
    }

    @Override
    public List<StoredObject> list(String prefix) {
        return objects.entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix))
                .map(each -> new StoredObject(each.getKey(), each.getValue().length, Instant.EPOCH))
                .toList();
    }

    @Override
    public void delete(Collection<String> names) {
        names.forEach(objects::remove);
    }

    @Override
    public int sweepUploads(String prefix, Instant begunBefore) {
        return 0;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
