package dev.wheelhouse.core.platform.home;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files (0600) and folders (0700) that only their owner may read, from their first moment, where the file system knows
 * owners. Whatever lies in a home is made here.
 */
public final class PrivateFiles {

    private static final System.Logger LOG = System.getLogger(PrivateFiles.class.getName());

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {}

    /** Makes a folder, and those on the way to it, where they are not there. */
    public static void createFolders(Path folder) throws IOException {
        Files.createDirectories(folder, attributes(FOLDER));
    }

    /** @param options as {@link FileChannel#open} takes them; a file that is there keeps its permissions */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), attributes(FILE));
    }

    /** Makes or replaces a file. */
    public static OutputStream write(Path file) throws IOException {
        return Channels.newOutputStream(
                open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING));
    }

    /** Makes an empty file where there is none. */
    public static void createIfAbsent(Path file) throws IOException {
        open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
    }

    private static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
        return POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    /**
     * Closes to others what an earlier version left open to them. Links are not followed; what cannot be closed is logged
     * at the end. Files may come and go meanwhile.
     */
    public static void tighten(Path folder) {
        if (!POSIX) {
            return;
        }
        Tightening tightening = new Tightening();
        try {
            Files.walkFileTree(folder, tightening);
        } catch (IOException e) {
            tightening.failed(e);
        }
        if (tightening.failures > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    tightening.failures + " files or folders of " + folder + " cannot be closed to others; the first:",
                    tightening.first);
        }
    }

    private static final class Tightening extends SimpleFileVisitor<Path> {
        private int failures;
        private @Nullable IOException first;

        @Override
        public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
            return closed(each, FOLDER);
        }

        @Override
        public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
            return attributes.isRegularFile() ? closed(each, FILE) : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path each, IOException failure) {
            return failed(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure) {
            return failure == null ? FileVisitResult.CONTINUE : failed(failure);
        }

        private FileVisitResult closed(Path each, Set<PosixFilePermission> wanted) {
            try {
                close(each, wanted);
                return FileVisitResult.CONTINUE;
            } catch (IOException e) {
                return failed(e);
            }
        }

        private FileVisitResult failed(IOException failure) {
            if (!(failure instanceof NoSuchFileException)) {
                failures++;
                first = first == null ? failure : first;
            }
            return FileVisitResult.CONTINUE;
        }
    }

    private static void close(Path each, Set<PosixFilePermission> wanted) throws IOException {
        Set<PosixFilePermission> now = Files.getPosixFilePermissions(each, LinkOption.NOFOLLOW_LINKS);
        if (!wanted.containsAll(now)) {
            now.retainAll(wanted);
            Files.setPosixFilePermissions(each, now);
        }
    }
}
