package dev.wheelhouse.core.platform.homebackup;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.HomeIdentity;
import dev.wheelhouse.core.platform.home.HomeLock;
import dev.wheelhouse.core.platform.home.PartialFile;
import dev.wheelhouse.core.platform.home.UnfinishedFiles;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.PassphraseStream;
import dev.wheelhouse.core.platform.store.StateFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a home into one file: a ZIP archive within a {@link PassphraseStream}. The state is copied by SQLite, so that a
 * console may work meanwhile; all other files are replaced in one step or only grow, and their readers put up with a last
 * record that is cut.
 */
public final class HomeBackup {

    static final String STATE = "state.db";

    /** What the home signed last; written on its own. */
    private static final String HEADS = "audit-heads.json";

    /** Of the machine, of the moment, or to be had again. The copies of the state are copies of what is in it. */
    private static final Set<String> LEFT_OUT =
            Set.of("lock", "api.json", "window-calls", "exports", "scripts", "spool", "cache", "copies", STATE, HEADS);

    /** WAL on its way: it fits only the moment at which the console ended, as what has arrived is removed. */
    private static final String WAL_ON_ITS_WAY = "backups";

    private final String machine;
    private final RandomGenerator random;
    private final Clock clock;

    /** @param machine its name */
    public HomeBackup(String machine, RandomGenerator random, Clock clock) {
        this.machine = machine;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Writes a backup that its owner alone may read. A kill leaves a partial file, which the next start of the home's console
     * removes.
     *
     * @param directory the home's
     * @param file not there yet
     * @param store address of the shared state that the home works with, without credentials; null when it has its own
     * @throws AppException {@code bad_request} for what is no home, for another user's, for a file that is there and one
     *     within the home, and when the state is elsewhere and it is not said where; {@code validation_failed} for a poor
     *     passphrase; {@code state_invalid} when the state cannot be copied
     * @throws IOException when something cannot be read or written; no file is left
     */
    public HomeContents write(Path directory, Path file, @Nullable String store, String passphrase) throws IOException {
        Home.requireReachable(directory);
        String homeId = HomeIdentity.find(directory)
                .orElseThrow(() -> refused("There is no home in " + directory + ". Name it with --home."));
        Home home = Home.open(directory);
        Path target = file.toAbsolutePath();
        if (home.contains(target)) {
            throw refused("The backup would lie in the home itself. Name a file elsewhere.");
        }
        if (Files.exists(target)) {
            throw refused(target + " is there already. Name another file.");
        }
        if (target.getParent() == null || !Files.isDirectory(target.getParent())) {
            throw refused("There is no directory " + target.getParent() + ". Make it first.");
        }
        HomeLock lock = lockUnlessRunning(home);
        try {
            return write(home, homeId, target, store, passphrase, lock == null);
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }

    /** So that no console starts meanwhile; null when one runs. */
    private static @Nullable HomeLock lockUnlessRunning(Home home) {
        try {
            return HomeLock.acquire(home);
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.IN_USE) {
                return null;
            }
            throw e;
        }
    }

    private HomeContents write(
            Home home, String homeId, Path target, @Nullable String store, String passphrase, boolean whileRunning)
            throws IOException {
        UnfinishedFiles unfinished = new UnfinishedFiles(home);
        Path state = home.file(STATE);
        boolean hasState = Files.exists(state);
        if (!hasState && store == null) {
            throw refused("The home has no state of its own: it works with a shared one. Name that with --store or"
                    + " WHEELHOUSE_STORE, so that the backup says where it is.");
        }
        Path copy = home.file(STATE + "." + UUID.randomUUID().toString().substring(0, 8) + ".part");
        try (PartialFile partial = PartialFile.ofHome(target, unfinished)) {
            OutputStream to = partial.open(_ -> {});
            OutputStream sealing = PassphraseStream.seal(to, passphrase, random);
            // Before the state: events that are signed meanwhile would be missing there.
            byte[] heads = bytesOf(home.file(HEADS));
            if (hasState) {
                unfinished.add(copy);
                StateFile.copy(state, copy);
            }
            HomeContents contents = new HomeContents(
                    clock.millis(),
                    homeId,
                    machine,
                    hasState ? StateFile.requireUsable(copy) : null,
                    store,
                    whileRunning);
            try (ZipOutputStream archive = new ZipOutputStream(sealing, StandardCharsets.UTF_8)) {
                add(archive, HomeContents.ENTRY, Json.write(contents).getBytes(StandardCharsets.UTF_8));
                if (heads != null) {
                    add(archive, HEADS, heads);
                }
                addAll(archive, home.directory(), whileRunning);
                if (hasState) {
                    addState(archive, copy);
                }
            }
            partial.complete();
            return contents;
        } finally {
            Files.deleteIfExists(copy);
            unfinished.remove(copy);
        }
    }

    private static void addState(ZipOutputStream archive, Path copy) throws IOException {
        try {
            add(archive, STATE, copy);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "A console that started meanwhile removed the copy of the state. Make the backup again.", e);
        }
    }

    private static void addAll(ZipOutputStream archive, Path home, boolean whileRunning) throws IOException {
        // Links too: a home whose metrics lie on another disk is one home.
        Files.walkFileTree(
                home, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                        return isLeftOut(home.relativize(each), whileRunning)
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                        Path relative = home.relativize(each);
                        if (attributes.isRegularFile() && !isLeftOut(relative, whileRunning)) {
                            addIfThere(archive, relative.toString().replace('\\', '/'), each);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path each, IOException failure) throws IOException {
                        return goneOr(failure);
                    }
                });
    }

    private static FileVisitResult goneOr(IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }

    static boolean isLeftOut(Path relative, boolean whileRunning) {
        String first = relative.getName(0).toString();
        String last = relative.getFileName().toString();
        return LEFT_OUT.contains(first)
                || (whileRunning && first.equals(WAL_ON_ITS_WAY))
                // Journals of the state, states that were set aside, and copies that are being made.
                || first.startsWith(STATE)
                || last.endsWith(".new")
                || last.endsWith(".part");
    }

    private static byte @Nullable [] bytesOf(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllBytes(file) : null;
    }

    private static void add(ZipOutputStream archive, String name, byte[] content) throws IOException {
        archive.putNextEntry(new ZipEntry(name));
        archive.write(content);
        archive.closeEntry();
    }

    static void addIfThere(ZipOutputStream archive, String name, Path file) throws IOException {
        try {
            add(archive, name, file);
        } catch (NoSuchFileException _) {
            // Removed meanwhile by the console.
        }
    }

    private static void add(ZipOutputStream archive, String name, Path file) throws IOException {
        // Opened first: what the console removes from here on is in the backup, whole.
        try (InputStream content = Files.newInputStream(file)) {
            ZipEntry entry = new ZipEntry(name);
            entry.setLastModifiedTime(Files.getLastModifiedTime(file));
            archive.putNextEntry(entry);
            content.transferTo(archive);
            archive.closeEntry();
        }
    }

    private static AppException refused(String message) {
        return new AppException(PlatformError.BAD_REQUEST, message);
    }
}
