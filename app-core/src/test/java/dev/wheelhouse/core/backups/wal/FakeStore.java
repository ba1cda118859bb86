package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.ObjectUpload;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.store.StoredObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A store in memory. It can be away, or fail at random before or after it did its work. */
class FakeStore implements ObjectStore {

    final TreeMap<String, byte[]> objects = new TreeMap<>();
    private @Nullable Random failing;
    private boolean away;

    synchronized void failAtRandom(@Nullable Random random) {
        failing = random;
    }

    synchronized void setAway(boolean isAway) {
        away = isAway;
    }

    synchronized byte[] get(String name) {
        byte[] found = objects.get(name);
        if (found == null) {
            throw new AssertionError(name + " is not among " + objects.keySet());
        }
        return found;
    }

    synchronized List<String> names() {
        return List.copyOf(objects.keySet());
    }

    @Override
    public synchronized boolean create(String name, byte[] bytes) throws StoreException {
        mayFail();
        boolean isNew = objects.putIfAbsent(name, bytes.clone()) == null;
        mayFail();
        return isNew;
    }

    @Override
    public synchronized void replace(String name, byte[] bytes) throws StoreException {
        mayFail();
        objects.put(name, bytes.clone());
        mayFail();
    }

    @Override
    public ObjectUpload upload(String name) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        return new ObjectUpload() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                written.write(bytes, offset, length);
            }

            @Override
            public long finish() throws StoreException {
                if (!create(name, written.toByteArray())) {
                    throw new StoreException(StoreTrouble.EXISTS, name, null);
                }
                return written.size();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public synchronized InputStream open(String name) throws StoreException {
        mayFail();
        byte[] found = objects.get(name);
        if (found == null) {
            throw new StoreException(StoreTrouble.NOT_FOUND, name, null);
        }
        return new ByteArrayInputStream(found);
    }

    @Override
    public synchronized Optional<StoredObject> find(String name) {
        return Optional.ofNullable(objects.get(name)).map(each -> new StoredObject(name, each.length, Instant.EPOCH));
    }

    @Override
    public synchronized List<StoredObject> list(String prefix) throws StoreException {
        mayFail();
        return objects.entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix))
                .map(each -> new StoredObject(each.getKey(), each.getValue().length, Instant.EPOCH))
                .toList();
    }

    @Override
    public synchronized void delete(Collection<String> names) throws StoreException {
        mayFail();
        objects.keySet().removeAll(names);
        mayFail();
    }

    @Override
    public int sweepUploads(String prefix, Instant begunBefore) {
        return 0;
    }

    @Override
    public void close() {}

    private void mayFail() throws StoreException {
        if (away || (failing != null && failing.nextInt(6) == 0)) {
            throw new StoreException(StoreTrouble.AWAY, "The store is away", null);
        }
    }
}
