package dev.wheelhouse.core.platform.home;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.service.ServiceAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directory that holds everything one console owns: state, keys, settings, tokens. Readable by its owner alone
 * where the file system knows owners.
 */
public final class Home {

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private final Path directory;

    private Home(Path directory) {
        this.directory = directory;
    }

    /**
     * Makes the directory when it is not there and closes it to others.
     *
     * @throws AppException {@code bad_request} when it cannot be made, is not a directory, belongs to another user, or
     *     lies on a file system that leaves it open to others
     */
    public static Home open(Path directory) {
        try {
            requireReachable(directory);
            Files.createDirectories(directory);
            Path real = directory.toRealPath();
            if (POSIX) {
                closeToOthers(real);
            }
            return new Home(real);
        } catch (IOException e) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "The home " + directory + " cannot be used (" + FileFailures.reason(e)
                            + "). Choose another with --home.",
                    e);
        }
    }

    /** FAT and its like keep no rights of single files: some refuse to change them, some only seem to. */
    private static void closeToOthers(Path directory) throws IOException {
        Set<PosixFilePermission> own = PosixFilePermissions.fromString("rwx------");
        try {
            Files.setPosixFilePermissions(directory, own);
        } catch (FileSystemException _) {
            // What the rights are after all decides.
        }
        Set<PosixFilePermission> kept = Files.getPosixFilePermissions(directory);
        if (!own.containsAll(kept)) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "The home " + directory + " stays open to others (" + PosixFilePermissions.toString(kept)
                            + "): its file system keeps no rights, and its keys could be read. Mount that with"
                            + " umask=077, or choose another home with --home.");
        }
    }

    /**
     * Makes sure that a home can be looked into: one of another user's would seem to be missing, or empty.
     *
     * @throws AppException {@code bad_request} for a directory of another user's, and for one that lies in such a directory
     */
    public static void requireReachable(Path directory) throws IOException {
        Path home = directory.toAbsolutePath();
        for (Path each = POSIX ? home : null; each != null; each = each.getParent()) {
            if (Files.isDirectory(each)) {
                if (each.equals(home) || !Files.isExecutable(each)) {
                    refuseAnothers(each);
                }
                return;
            }
        }
    }

    /** Also of root, whose files in there the user's own console could not read. */
    private static void refuseAnothers(Path directory) throws IOException {
        UserPrincipal owner = Files.getOwner(directory);
        UserPrincipal own;
        try {
            own = directory
                    .getFileSystem()
                    .getUserPrincipalLookupService()
                    .lookupPrincipalByName(System.getProperty("user.name"));
        } catch (UserPrincipalNotFoundException _) {
            // A number without a name, as in some containers: what the file system allows decides.
            return;
        }
        if (owner.equals(own)) {
            return;
        }
        String service = ServiceAddress.find(ServiceAddress.DIRECTORY)
                .map(url -> " The Wheelhouse service of this machine answers at " + url + ".")
                .orElse("");
        throw new AppException(
                PlatformError.BAD_REQUEST,
                "The home " + directory + " belongs to the user " + owner.getName() + ", and a console of "
                        + own.getName() + " does not open it." + service
                        + " Run this as that user (runuser -u " + owner.getName()
                        + " -- …), or choose another home with --home.");
    }

    /** Absolute and free of links. */
    public Path directory() {
        return directory;
    }

    public Path file(String name) {
        return directory.resolve(name);
    }

    /**
     * Whether a path leads into this home once every link on the way is followed; it need not exist. A path that may be
     * read in two ways ({@code link/..} as the system reads it and as text) leads in if either does.
     */
    public boolean contains(Path path) {
        Path absolute = path.toAbsolutePath();
        try {
            return leadsHere(FollowedLinks.of(absolute)) || leadsHere(FollowedLinks.of(absolute.normalize()));
        } catch (IOException _) {
            // What cannot be resolved cannot be proven to lie outside.
            return true;
        }
    }

    private boolean leadsHere(Path resolved) throws IOException {
        for (Path each = resolved; each != null; each = each.getParent()) {
            // The second question is for file systems where two spellings are one directory.
            if (each.equals(directory) || (Files.exists(each) && Files.isSameFile(each, directory))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a path from elsewhere is another name (a hard link) of a file of this home. */
    public boolean isFileOfThis(Path path) {
        try {
            return Files.isRegularFile(path) && !hasOneName(path) && isAmongFiles(path);
        } catch (IOException _) {
            // What cannot be compared cannot be proven to be another.
            return true;
        }
    }

    /** Whether the file system has this one name for a file, and no link leads to it. */
    private static boolean hasOneName(Path path) throws IOException {
        return POSIX
                && Files.getAttribute(path, "unix:nlink") instanceof Integer links
                && links == 1
                && path.toRealPath().equals(path.toAbsolutePath().normalize());
    }

    private boolean isAmongFiles(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        boolean[] found = new boolean[1];
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                found[0] = key == null ? Files.isSameFile(file, path) : key.equals(attributes.fileKey());
                return found[0] ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    // Deleted meanwhile.
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return found[0];
    }

    /** The text of a file of this home, or null when there is none. */
    public @Nullable String readText(String name) throws IOException {
        Path file = file(name);
        return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : null;
    }

    /** Replaces a file in one step; no reader ever sees half of it, and only the owner may read it. */
    public void writePrivately(String name, String text) throws IOException {
        Path temporary = Files.createTempFile(directory, name, ".new");
        try {
            if (POSIX) {
                Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
            }
            Files.writeString(temporary, text, StandardCharsets.UTF_8, StandardOpenOption.SYNC);
            Files.move(temporary, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Closes to others what lies in it and is open to them, such as what an earlier version left. */
    public void tighten() {
        PrivateFiles.tighten(directory);
    }

    /** Whether nobody but the owner may read a file of this home. */
    public boolean isPrivate(String name) throws IOException {
        if (!POSIX) {
            return true;
        }
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file(name), LinkOption.NOFOLLOW_LINKS))
                .endsWith("------");
    }
}
