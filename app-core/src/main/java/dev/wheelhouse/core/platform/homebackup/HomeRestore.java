package dev.wheelhouse.core.platform.homebackup;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.HomeLock;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.PassphraseStream;
import dev.wheelhouse.core.platform.store.StateFile;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Puts a home back that {@link HomeBackup} wrote. The file is read twice: whole first, since only its end shows that nothing
 * was cut off, then into a directory beside the home, which takes the home's place in one step. A kill leaves that directory
 * for the next restore to remove.
 */
public final class HomeRestore {

    private static final String NO_HOME = "it holds no home that this version knows";

    private HomeRestore() {}

    /** What is changed of a restored home before it takes its place. */
    @FunctionalInterface
    public interface Change {

        /** @param restored that no console has started in */
        void apply(Home restored, HomeContents contents) throws IOException;
    }

    /** What is done with each file of a backup. */
    private interface Sink {
        void accept(ZipEntry entry, InputStream content) throws IOException;
    }

    /**
     * Restores a home. When it throws, nothing is there that was not before.
     *
     * @param file the backup
     * @param directory of the home: empty, or not there
     * @throws AppException {@code bad_request} for a file that is none, is cut off or altered, a wrong passphrase, and a
     *     directory that is not empty; {@code in_use} while another restore writes there; {@code state_invalid} for a state of
     *     a newer Wheelhouse
     * @throws IOException when the file cannot be read or the home cannot be written
     */
    public static HomeContents restore(Path file, Path directory, String passphrase, Change change) throws IOException {
        requireEmpty(directory);
        Path place = Files.exists(directory)
                ? directory.toRealPath()
                : directory.toAbsolutePath().normalize();
        Path parent = Objects.requireNonNull(place.getParent(), "A home is no root");
        Files.createDirectories(parent);
        requireReplaceable(place, parent);
        HomeContents contents = verify(file, passphrase);
        Home workplace = Home.open(parent.resolve("." + place.getFileName() + ".restoring"));
        Path unfinished = workplace.file("home");
        HomeLock lock = HomeLock.acquire(workplace);
        try {
            deleteTree(unfinished);
            Home home = Home.open(unfinished);
            read(file, passphrase, (entry, content) -> write(home, entry, content));
            if (contents.schema() != null) {
                StateFile.requireUsable(home.file(HomeBackup.STATE));
            }
            change.apply(home, contents);
            // Not before: somebody may have begun to use the directory meanwhile.
            requireEmpty(place);
            Files.deleteIfExists(place);
            Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
            return contents;
        } finally {
            // While the lock is held: another restore could be at work there as soon as it is not.
            deleteTree(unfinished);
            lock.close();
            removeIfUnused(workplace);
        }
    }

    private static void removeIfUnused(Home workplace) {
        try {
            Files.deleteIfExists(workplace.file("lock"));
            Files.deleteIfExists(workplace.directory());
        } catch (IOException _) {
            // Another restore has begun there.
        }
    }

    private static void requireEmpty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw refused(directory + " is no directory. Name another with --home.", null);
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<String> some = files.limit(3)
                    .map(each -> each.getFileName().toString())
                    .sorted()
                    .toList();
            if (!some.isEmpty()) {
                throw refused(
                        "The home " + directory + " is not empty (" + String.join(", ", some)
                                + "…). Nothing was changed. Name another with --home, or move that one away first.",
                        null);
            }
        }
    }

    /** Nothing can take the place of where a file system is mounted. */
    private static void requireReplaceable(Path place, Path parent) throws IOException {
        if (Files.exists(place) && !Files.getFileStore(place).equals(Files.getFileStore(parent))) {
            throw refused(
                    "The home " + place + " is a file system of its own. Restore into a directory within it, such as"
                            + " --home " + place.resolve("home") + ".",
                    null);
        }
    }

    /** Reads all of a backup without writing anything. */
    private static HomeContents verify(Path file, String passphrase) throws IOException {
        try {
            AtomicBoolean hasState = new AtomicBoolean();
            HomeContents contents = read(file, passphrase, (entry, content) -> {
                hasState.compareAndSet(false, entry.getName().equals(HomeBackup.STATE));
                content.transferTo(OutputStream.nullOutputStream());
            });
            if (contents.schema() != null) {
                if (!hasState.get()) {
                    throw new IOException("it has no state");
                }
                StateFile.requireKnown(contents.schema());
            }
            return contents;
        } catch (FileSystemException e) {
            throw e;
        } catch (ZipException | EOFException | UncheckedIOException | IllegalArgumentException e) {
            throw unreadable(file, NO_HOME, e);
        } catch (IOException e) {
            throw unreadable(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static AppException unreadable(Path file, String why, Exception cause) {
        return refused(
                "The backup " + file + " cannot be read: " + why + ". Nothing was restored; use another backup.",
                cause);
    }

    private static HomeContents read(Path file, String passphrase, Sink sink) throws IOException {
        try (InputStream from = new BufferedInputStream(Files.newInputStream(file))) {
            InputStream opened = PassphraseStream.open(from, "The backup " + file, passphrase);
            // Not closed: it would be read on to its end, which fails where the reading failed.
            ZipInputStream archive = new ZipInputStream(opened, StandardCharsets.UTF_8);
            ZipEntry first = archive.getNextEntry();
            if (first == null || !first.getName().equals(HomeContents.ENTRY)) {
                throw new IOException(NO_HOME);
            }
            HomeContents contents =
                    Json.read(new String(archive.readAllBytes(), StandardCharsets.UTF_8), HomeContents.class);
            for (ZipEntry each = archive.getNextEntry(); each != null; each = archive.getNextEntry()) {
                sink.accept(each, archive);
            }
            // The archive ends before the stream does, and only the stream's end shows that all of it is there.
            opened.transferTo(OutputStream.nullOutputStream());
            return contents;
        }
    }

    private static void write(Home home, ZipEntry entry, InputStream content) throws IOException {
        Path to = inside(home, entry.getName());
        PrivateFiles.createFolders(Objects.requireNonNull(to.getParent()));
        try (FileChannel channel = PrivateFiles.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            content.transferTo(Channels.newOutputStream(channel));
            channel.force(true);
        }
        if (entry.getLastModifiedTime() != null) {
            Files.setLastModifiedTime(to, entry.getLastModifiedTime());
        }
    }

    /** Anybody who knows the passphrase may have made the file, which must not write elsewhere. */
    private static Path inside(Home home, String name) throws IOException {
        try {
            Path path = home.file(name).normalize();
            if (path.startsWith(home.directory()) && !path.equals(home.directory())) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw new IOException("The file " + name + " cannot be made on this system", e);
        }
        throw new IOException("The file " + name + " would lie outside the home");
    }

    private static void deleteTree(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static AppException refused(String message, @Nullable Throwable cause) {
        return new AppException(PlatformError.BAD_REQUEST, message, cause);
    }
}
