package dev.wheelhouse.core.platform.host;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * The files of one machine. Thread-safe. Paths and errors are those of {@link Host}; the streams throw
 * {@link java.io.IOException}.
 */
public interface HostFiles {

    /** What is at that path, symbolic links followed; empty when there is nothing. */
    Optional<HostFile> find(String path);

    /**
     * What a directory holds, by name; {@code .} and {@code ..} are left out and symbolic links not followed.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code not_found} when there is no such directory
     */
    List<HostFile> list(String directory);

    /**
     * A file's bytes from an offset on. The caller closes the stream.
     *
     * @param offset in bytes, from 0; beyond the end the stream is empty
     */
    InputStream read(String path, long offset);

    /** A file's bytes from its start. The caller closes the stream. */
    default InputStream read(String path) {
        return read(path, 0);
    }

    /** Opens a file for writing. What is written holds once the stream is closed; the caller closes it. */
    OutputStream write(String path, FileWrite how);

    /** Creates a directory and its absent parents. */
    void makeDirectories(String directory);

    /** Renames a file or directory in one step; an existing file of the new name is replaced. */
    void move(String from, String to);

    /** Deletes a file or an empty directory; nothing happens when it does not exist. */
    void delete(String path);
}
