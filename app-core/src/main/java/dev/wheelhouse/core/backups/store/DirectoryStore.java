package dev.wheelhouse.core.backups.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects as files of a directory, for disks and mounted shares. What is stored is on the disk, its name too, before a call
 * returns, and only its owner may read it (files 0600, directories 0700). Its file system has to know hard links, by which a
 * name is taken once.
 */
public final class DirectoryStore implements ObjectStore {

    /** No object's name begins with a dot, so nobody meets it. */
    private static final String UNFINISHED = ".unfinished";

    private final Path root;
    private final Path unfinished;

    private DirectoryStore(Path root) {
        this.root = root;
        this.unfinished = root.resolve(UNFINISHED);
    }

    /**
     * Opens it, and makes the directory where it is not there.
     *
     * @param directory absolute
     * @throws StoreException {@link StoreTrouble#NOT_ALLOWED}, {@link StoreTrouble#FULL}, {@link StoreTrouble#NO_BUCKET}
     */
    public static DirectoryStore open(Path directory) throws StoreException {
        try {
            Synced.makeDirectories(directory);
            DirectoryStore store = new DirectoryStore(directory.toRealPath());
            Synced.makeDirectories(store.unfinished);
            return store;
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            throw new StoreException(StoreTrouble.NO_BUCKET, directory + " is not a directory.", e);
        } catch (IOException e) {
            throw trouble(directory.toString(), e);
        }
    }

    /** Where an object lies; links that lead out of the directory are followed to nothing. */
    private Path file(String name) throws StoreException {
        Path file = root.resolve(ObjectNames.checked(name));
        Path parent = Objects.requireNonNull(file.getParent());
        try {
            if (!parent.toRealPath().startsWith(root)) {
                throw new StoreException(StoreTrouble.NOT_ALLOWED, name + " lies outside of " + root + ".", null);
            }
            return file;
        } catch (NoSuchFileException _) {
            // No folder yet, or none any more: then no link leads out.
            return file;
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw trouble(name, e);
        }
    }

    @Override
    public boolean create(String name, byte[] bytes) throws StoreException {
        refuseLarge(name, bytes);
        try (ObjectUpload upload = upload(name)) {
            upload.write(bytes, 0, bytes.length);
            upload.finish();
            return true;
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.EXISTS) {
                return false;
            }
            throw e;
        }
    }

    private static void refuseLarge(String name, byte[] bytes) {
        if (bytes.length > PART_BYTES) {
            throw new IllegalArgumentException(name + " has " + bytes.length + " bytes");
        }
    }

    @Override
    public void replace(String name, byte[] bytes) throws StoreException {
        refuseLarge(name, bytes);
        Path target = file(name);
        try (UnfinishedFile file = UnfinishedFile.in(unfinished)) {
            file.write(bytes, 0, bytes.length);
            file.sync();
            Synced.place(
                    target,
                    () -> Files.move(
                            file.path(), target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING));
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw trouble(name, e);
        }
    }

    @Override
    public ObjectUpload upload(String name) throws StoreException {
        Path target = file(name);
        try {
            return new DirectoryUpload(name, target, UnfinishedFile.in(unfinished));
        } catch (IOException e) {
            throw trouble(name, e);
        }
    }

    @Override
    public InputStream open(String name) throws StoreException {
        try {
            return new WholeFile(name, file(name));
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw trouble(name, e);
        }
    }

    @Override
    public Optional<StoredObject> find(String name) throws StoreException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isRegularFile() ? Optional.of(object(name, found)) : Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw trouble(name, e);
        }
    }

    static StoredObject object(String name, BasicFileAttributes found) {
        return new StoredObject(name, found.size(), found.lastModifiedTime().toInstant());
    }

    @Override
    public List<StoredObject> list(String prefix) throws StoreException {
        // Only the folder that the prefix names can hold any.
        Path folder =
                root.resolve(prefix.substring(0, prefix.lastIndexOf('/') + 1)).normalize();
        if (!folder.startsWith(root)) {
            throw new IllegalArgumentException("No prefix: " + prefix);
        }
        List<StoredObject> found = new ArrayList<>();
        try {
            if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.walkFileTree(folder, new DirectoryListing(root, unfinished, prefix, found));
            }
        } catch (IOException e) {
            throw trouble(prefix, e);
        }
        found.sort(Comparator.comparing(StoredObject::name));
        return found;
    }

    @Override
    public void delete(Collection<String> names) throws StoreException {
        for (String name : names) {
            Path file = file(name);
            try {
                Files.deleteIfExists(file);
                removeEmpty(file.getParent());
            } catch (IOException e) {
                throw trouble(name, e);
            }
        }
    }

    /** Folders are not what anybody stored; one that is used again meanwhile stays, or is made again. */
    private void removeEmpty(@Nullable Path folder) throws IOException {
        if (folder == null || folder.equals(root) || !Files.isDirectory(folder)) {
            return;
        }
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException | NoSuchFileException _) {
            return;
        }
        removeEmpty(folder.getParent());
    }

    @Override
    public int sweepUploads(String prefix, Instant begunBefore) throws StoreException {
        int swept = 0;
        try (Stream<Path> files = Files.list(unfinished)) {
            for (Path each : files.toList()) {
                if (Files.getLastModifiedTime(each).toInstant().isBefore(begunBefore) && Files.deleteIfExists(each)) {
                    swept++;
                }
            }
            return swept;
        } catch (UncheckedIOException e) {
            throw trouble(UNFINISHED, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw trouble(UNFINISHED, e);
        }
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    /** Only one class of exception carries the system's own words. */
    static StoreException trouble(String name, IOException failure) {
        String words = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return switch (failure) {
            case NoSuchFileException e ->
                new StoreException(StoreTrouble.NOT_FOUND, "There is no " + name + " in the store.", e);
            case FileAlreadyExistsException e ->
                new StoreException(StoreTrouble.EXISTS, name + " is in the store already.", e);
            case AccessDeniedException e ->
                new StoreException(
                        StoreTrouble.NOT_ALLOWED,
                        "The console may not read or write " + name + ". Give its user the right to.",
                        e);
            default -> {
                if (words.contains("no space left") || words.contains("quota exceeded")) {
                    yield new StoreException(
                            StoreTrouble.FULL, "The disk is full, so " + name + " was not stored.", failure);
                }
                yield new StoreException(
                        StoreTrouble.AWAY, name + " cannot be read or written: " + failure.getMessage(), failure);
            }
        };
    }
}
