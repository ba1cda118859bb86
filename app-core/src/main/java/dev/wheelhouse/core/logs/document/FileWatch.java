package dev.wheelhouse.core.logs.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Detects changes of the file that is shown: growth, truncation, rotation, deletion. For one thread, but for the time. */
final class FileWatch {

    private static final int FINGERPRINT = 256;

    /** More files than this are not kept open. */
    private static final int MOST_PARTS = 16;

    private final Path path;
    private final boolean replacedMeansAnew;
    private @Nullable Object key;
    private volatile FileTime modified = FileTime.from(Instant.EPOCH);
    private byte[] beginning = new byte[0];

    /** @param replacedMeansAnew whether another file in its place holds the same log anew, and not what came later */
    FileWatch(Path path, boolean replacedMeansAnew) {
        this.path = path;
        this.replacedMeansAnew = replacedMeansAnew;
    }

    /** What a check found. */
    enum FileStatus {
        SAME,
        GROWN,
        /** The lines are other ones: what was opened has to be opened anew. */
        TRUNCATED,
        REPLACED,
        ROTATED,
        DELETED
    }

    void opened(DocumentBytes bytes) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        key = attributes.fileKey();
        modified = attributes.lastModifiedTime();
        beginning = beginning(bytes);
    }

    /** When the file was last written to, as far as it is known. */
    Instant modifiedAt() {
        return modified.toInstant();
    }

    private static byte[] beginning(DocumentBytes bytes) throws IOException {
        byte[] first = new byte[FINGERPRINT];
        int read = bytes.partCount() > 1 ? 0 : bytes.read(0, first, FINGERPRINT);
        return Arrays.copyOf(first, read);
    }

    FileStatus check(DocumentBytes bytes) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException _) {
            grow(bytes);
            return FileStatus.DELETED;
        }
        if (key != null && !key.equals(attributes.fileKey())) {
            grow(bytes);
            if (replacedMeansAnew || bytes.partCount() >= MOST_PARTS) {
                return FileStatus.REPLACED;
            }
            // The writer goes on in the old file until it has opened the new one.
            return attributes.size() > 0 ? rotate(bytes) : FileStatus.SAME;
        }
        if (attributes.size() < bytes.knownNewestLength()) {
            return FileStatus.TRUNCATED;
        }
        FileTime now = attributes.lastModifiedTime();
        if (!now.equals(modified) && isOther(bytes)) {
            return FileStatus.TRUNCATED;
        }
        modified = now;
        if (attributes.size() > bytes.knownNewestLength()) {
            bytes.grow(attributes.size());
            if (beginning.length < FINGERPRINT) {
                beginning = beginning(bytes);
            }
            return FileStatus.GROWN;
        }
        return FileStatus.SAME;
    }

    /** Truncated and written again beyond what was known. */
    private boolean isOther(DocumentBytes bytes) throws IOException {
        return beginning.length > 0
                && !Arrays.equals(beginning, Arrays.copyOf(beginning(bytes), beginning.length))
                && bytes.partCount() == 1;
    }

    private void grow(DocumentBytes bytes) throws IOException {
        long length = bytes.newestFileLength();
        if (length > bytes.knownNewestLength()) {
            bytes.grow(length);
        }
    }

    private FileStatus rotate(DocumentBytes bytes) throws IOException {
        BasicFileAttributes fresh = Files.readAttributes(path, BasicFileAttributes.class);
        bytes.append(path);
        key = fresh.fileKey();
        modified = fresh.lastModifiedTime();
        beginning = new byte[0];
        return FileStatus.ROTATED;
    }
}
