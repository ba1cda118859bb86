package dev.wheelhouse.core.platform.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of the console's own machine, in the terms of {@link Host}. */
final class LocalFiles implements HostFiles {

    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE,
        PosixFilePermission.OTHERS_WRITE,
        PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE,
        PosixFilePermission.GROUP_WRITE,
        PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE,
        PosixFilePermission.OWNER_WRITE,
        PosixFilePermission.OWNER_READ
    };

    private final boolean posix =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    @Override
    public Optional<HostFile> find(String path) {
        try {
            return Optional.of(describe(path(path), path));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw HostFailures.ofFile(path, e);
        }
    }

    @Override
    public List<HostFile> list(String directory) {
        List<HostFile> found = new ArrayList<>();
        try (Stream<Path> entries = Files.list(path(directory))) {
            for (Path each : entries.toList()) {
                describeUnlessGone(each).ifPresent(found::add);
            }
        } catch (IOException e) {
            throw HostFailures.ofFile(directory, e);
        }
        found.sort(Comparator.comparing(HostFile::name));
        return found;
    }

    private Optional<HostFile> describeUnlessGone(Path entry) throws IOException {
        try {
            return Optional.of(describe(entry, entry.toString(), LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private HostFile describe(Path file, String path, LinkOption... links) throws IOException {
        BasicFileAttributes attributes = posix
                ? Files.readAttributes(file, PosixFileAttributes.class, links)
                : Files.readAttributes(file, BasicFileAttributes.class, links);
        Path name = file.getFileName();
        return new HostFile(
                path,
                name == null ? path : name.toString(),
                HostFileKind.of(attributes.isDirectory(), attributes.isSymbolicLink(), attributes.isRegularFile()),
                attributes.size(),
                attributes.lastModifiedTime().toInstant(),
                mode(attributes));
    }

    private static @Nullable Integer mode(BasicFileAttributes attributes) {
        if (!(attributes instanceof PosixFileAttributes with)) {
            return null;
        }
        int mode = 0;
        for (int bit = 0; bit < BITS.length; bit++) {
            if (with.permissions().contains(BITS[bit])) {
                mode |= 1 << bit;
            }
        }
        return mode;
    }

    @Override
    public InputStream read(String path, long offset) {
        try {
            Path file = path(path);
            if (Files.isDirectory(file)) {
                throw new IOException("Is a directory");
            }
            SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ);
            if (offset > 0) {
                channel.position(offset);
            }
            return Channels.newInputStream(channel);
        } catch (IOException e) {
            throw HostFailures.ofFile(path, e);
        }
    }

    @Override
    public OutputStream write(String path, FileWrite how) {
        Path file = path(path);
        try {
            Integer mode = how.mode();
            if (mode != null && posix && !Files.exists(file)) {
                return createWith(file, mode);
            }
            return Files.newOutputStream(file, options(how.existing()));
        } catch (IOException e) {
            throw HostFailures.ofFile(path, e);
        }
    }

    /** Made for its owner alone, then given its bits: a umask takes none away, and nobody reads it too early. */
    private static OutputStream createWith(Path file, int mode) throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < BITS.length; bit++) {
            if ((mode & 1 << bit) != 0) {
                permissions.add(BITS[bit]);
            }
        }
        Set<PosixFilePermission> ownerOnly =
                EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(ownerOnly));
        OutputStream opened = Files.newOutputStream(file, StandardOpenOption.WRITE);
        Files.setPosixFilePermissions(file, permissions);
        return opened;
    }

    private static OpenOption[] options(FileWrite.Existing existing) {
        return switch (existing) {
            case TRUNCATE ->
                new OpenOption[] {
                    StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING
                };
            case APPEND -> new OpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.APPEND};
            case REFUSE -> new OpenOption[] {StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW};
        };
    }

    @Override
    public void makeDirectories(String directory) {
        try {
            Files.createDirectories(path(directory));
        } catch (IOException e) {
            throw HostFailures.ofFile(directory, e);
        }
    }

    @Override
    public void move(String from, String to) {
        Path source = path(from);
        Path target = path(to);
        try {
            Files.move(source, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw HostFailures.ofFile(from, new IOException("it cannot move to another file system in one step", e));
        } catch (IOException e) {
            throw HostFailures.ofFile(from, e);
        }
    }

    @Override
    public void delete(String path) {
        try {
            Files.deleteIfExists(path(path));
        } catch (IOException e) {
            throw HostFailures.ofFile(path, e);
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw HostFailures.badPath(text, e);
        }
    }
}
