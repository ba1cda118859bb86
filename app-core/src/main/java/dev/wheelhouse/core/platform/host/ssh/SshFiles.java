package dev.wheelhouse.core.platform.host.ssh;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.FileWrite;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostFile;
import dev.wheelhouse.core.platform.host.HostFileKind;
import dev.wheelhouse.core.platform.host.HostFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.OpenMode;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.apache.sshd.sftp.client.extensions.openssh.OpenSSHPosixRenameExtension;
import org.apache.sshd.sftp.client.impl.AbstractSftpClient;
import org.apache.sshd.sftp.client.impl.SftpInputStreamAsync;
import org.apache.sshd.sftp.client.impl.SftpOutputStreamAsync;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;
import org.jspecify.annotations.Nullable;

/** A server's files over SFTP, in one channel that stays open. Thread-safe. */
final class SshFiles implements HostFiles, AutoCloseable {

    private static final int BUFFER_BYTES = 32 << 10;
    private static final int PERMISSION_BITS = 07777;

    private final SshLink link;
    private volatile @Nullable SftpClient client;

    SshFiles(SshLink link) {
        this.link = link;
    }

    private interface Request<T> {
        T of(SftpClient sftp) throws IOException;
    }

    private <T> T ask(String path, Request<T> request) {
        SftpClient asked = null;
        try {
            asked = client();
            return request.of(asked);
        } catch (SftpException e) {
            throw HostFailures.ofFile(path, inWordsOfFiles(path, e));
        } catch (InterruptedIOException e) {
            throw SshFailures.cancelled(link.target(), e);
        } catch (NoSuchFileException
                | FileAlreadyExistsException
                | DirectoryNotEmptyException
                | NotDirectoryException e) {
            throw HostFailures.ofFile(path, e);
        } catch (IOException e) {
            throw SshFailures.lost(link.target(), " while " + path + " was worked", e);
        } catch (IllegalStateException e) {
            // What could not be written before is still waited for: this channel takes no more.
            if (asked != null) {
                asked.getClientChannel().close(true);
            }
            throw SshFailures.lost(link.target(), " while " + path + " was worked", new IOException(e));
        }
    }

    /** The status codes of version 3 of the protocol, which is OpenSSH's (draft-ietf-secsh-filexfer-02 section 7). */
    private static IOException inWordsOfFiles(String path, SftpException failure) {
        return switch (failure.getStatus()) {
            case SftpConstants.SSH_FX_NO_SUCH_FILE, SftpConstants.SSH_FX_NO_SUCH_PATH -> new NoSuchFileException(path);
            case SftpConstants.SSH_FX_PERMISSION_DENIED, SftpConstants.SSH_FX_WRITE_PROTECT ->
                new AccessDeniedException(path);
            case SftpConstants.SSH_FX_FILE_ALREADY_EXISTS -> new FileAlreadyExistsException(path);
            case SftpConstants.SSH_FX_DIR_NOT_EMPTY -> new DirectoryNotEmptyException(path);
            case SftpConstants.SSH_FX_NOT_A_DIRECTORY -> new NotDirectoryException(path);
            case SftpConstants.SSH_FX_NO_SPACE_ON_FILESYSTEM, SftpConstants.SSH_FX_QUOTA_EXCEEDED ->
                new IOException("No space left on device");
            default -> failure;
        };
    }

    private SftpClient client() throws IOException {
        // Not under the lock: a connect takes as long as its time-out.
        return client(link.session());
    }

    private synchronized SftpClient client(ClientSession session) throws IOException {
        SftpClient known = client;
        if (known != null && known.isOpen() && session.equals(known.getSession())) {
            return known;
        }
        try {
            SftpClient fresh = SftpClientFactory.instance().createSftpClient(session);
            client = fresh;
            return fresh;
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException | IllegalStateException e) {
            // The library throws the second when the session broke a moment ago.
            boolean refused = SshFailures.has(e, SshChannelOpenException.class::isInstance);
            throw refused || !session.isOpen()
                    ? SshFailures.channelRefused(link.target(), "files (SFTP)", e)
                    : SshFailures.servesNoFiles(link.target(), e);
        }
    }

    @Override
    public Optional<HostFile> find(String path) {
        return ask(path, sftp -> attributes(sftp, path)).map(found -> describe(path, nameOf(path), found));
    }

    private static Optional<SftpClient.Attributes> attributes(SftpClient sftp, String path) throws IOException {
        return unlessAbsent(path, sftp, each -> each.stat(path));
    }

    private static Optional<SftpClient.Attributes> unlessAbsent(
            String path, SftpClient sftp, Request<SftpClient.Attributes> request) throws IOException {
        try {
            return Optional.of(request.of(sftp));
        } catch (SftpException e) {
            if (inWordsOfFiles(path, e) instanceof NoSuchFileException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public List<HostFile> list(String directory) {
        List<HostFile> found = new ArrayList<>();
        ask(directory, sftp -> {
            if (!require(sftp, directory).isDirectory()) {
                throw new NotDirectoryException(directory);
            }
            for (SftpClient.DirEntry each : sftp.readDir(directory)) {
                String name = each.getFilename();
                if (!name.equals(".") && !name.equals("..")) {
                    found.add(describe(below(directory, name), name, each.getAttributes()));
                }
            }
            return true;
        });
        found.sort(Comparator.comparing(HostFile::name));
        return found;
    }

    private static SftpClient.Attributes require(SftpClient sftp, String path) throws IOException {
        return attributes(sftp, path).orElseThrow(() -> new NoSuchFileException(path));
    }

    private static String below(String directory, String name) {
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    private static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static HostFile describe(String path, String name, SftpClient.Attributes attributes) {
        return new HostFile(
                path,
                name,
                HostFileKind.of(attributes.isDirectory(), attributes.isSymbolicLink(), attributes.isRegularFile()),
                attributes.getSize(),
                attributes.getModifyTime().toInstant(),
                attributes.getPermissions() & PERMISSION_BITS);
    }

    @Override
    public InputStream read(String path, long offset) {
        return ask(path, sftp -> {
            SftpClient.Attributes found = require(sftp, path);
            if (found.isDirectory()) {
                throw HostFailures.ofFile(path, new IOException("Is a directory"));
            }
            return new SftpInputStreamAsync(
                    (AbstractSftpClient) sftp,
                    BUFFER_BYTES,
                    offset,
                    found.getSize(),
                    path,
                    sftp.open(path, OpenMode.Read)) {
                @Override
                public int read(byte[] buffer, int at, int length) throws IOException {
                    try {
                        return super.read(buffer, at, length);
                    } catch (IllegalStateException e) {
                        throw new IOException("The connection broke", e);
                    }
                }
            };
        });
    }

    @Override
    public OutputStream write(String path, FileWrite how) {
        return ask(path, sftp -> {
            Optional<SftpClient.Attributes> before = attributes(sftp, path);
            if (before.isPresent() && how.existing() == FileWrite.Existing.REFUSE) {
                throw new FileAlreadyExistsException(path);
            }
            SftpClient.CloseableHandle handle = sftp.open(path, modes(how.existing()));
            Integer mode = how.mode();
            if (before.isEmpty() && mode != null) {
                sftp.setStat(handle, new SftpClient.Attributes().perms(mode));
            }
            SftpOutputStreamAsync stream =
                    new SftpOutputStreamAsync((AbstractSftpClient) sftp, BUFFER_BYTES, path, handle) {
                        @Override
                        public void flush() throws IOException {
                            try {
                                super.flush();
                            } catch (IllegalStateException e) {
                                throw new IOException("The connection broke", e);
                            }
                        }
                    };
            if (how.existing() == FileWrite.Existing.APPEND) {
                stream.setOffset(before.map(SftpClient.Attributes::getSize).orElse(0L));
            }
            return stream;
        });
    }

    private static Set<OpenMode> modes(FileWrite.Existing existing) {
        return switch (existing) {
            case TRUNCATE -> EnumSet.of(OpenMode.Write, OpenMode.Create, OpenMode.Truncate);
            case APPEND -> EnumSet.of(OpenMode.Write, OpenMode.Create, OpenMode.Append);
            case REFUSE -> EnumSet.of(OpenMode.Write, OpenMode.Create, OpenMode.Exclusive);
        };
    }

    @Override
    public void makeDirectories(String directory) {
        ask(directory, sftp -> {
            int slash = 0;
            while (slash >= 0) {
                slash = directory.indexOf('/', slash + 1);
                String each = slash < 0 ? directory : directory.substring(0, slash);
                makeUnlessThere(sftp, each);
            }
            return true;
        });
    }

    private static void makeUnlessThere(SftpClient sftp, String directory) throws IOException {
        Optional<SftpClient.Attributes> found = attributes(sftp, directory);
        if (found.isEmpty()) {
            sftp.mkdir(directory);
        } else if (!found.get().isDirectory()) {
            throw new FileAlreadyExistsException(directory);
        }
    }

    /** Plain renames of version 3 replace nothing; OpenSSH's own does, in one step. */
    @Override
    public void move(String from, String to) {
        ask(from, sftp -> {
            OpenSSHPosixRenameExtension posix = sftp.getExtension(OpenSSHPosixRenameExtension.class);
            if (posix != null && posix.isSupported()) {
                posix.posixRename(from, to);
                return true;
            }
            if (attributes(sftp, to).isPresent()) {
                require(sftp, from);
                sftp.remove(to);
            }
            sftp.rename(from, to);
            return true;
        });
    }

    @Override
    public void delete(String path) {
        ask(path, sftp -> {
            Optional<SftpClient.Attributes> found = unlessAbsent(path, sftp, each -> each.lstat(path));
            if (found.isEmpty()) {
                return false;
            }
            if (found.get().isDirectory()) {
                deleteDirectory(sftp, path);
            } else {
                sftp.remove(path);
            }
            return true;
        });
    }

    private static void deleteDirectory(SftpClient sftp, String path) throws IOException {
        for (SftpClient.DirEntry each : sftp.readDir(path)) {
            if (!each.getFilename().equals(".") && !each.getFilename().equals("..")) {
                // The protocol itself would only say that it failed.
                throw new DirectoryNotEmptyException(path);
            }
        }
        sftp.rmdir(path);
    }

    /** Without the lock, which a channel being opened holds; that channel ends with its session. */
    @Override
    public void close() {
        SftpClient known = client;
        if (known != null) {
            try {
                known.close();
            } catch (IOException | AppException _) {
                // The session closes next and takes it along.
            }
        }
    }
}
