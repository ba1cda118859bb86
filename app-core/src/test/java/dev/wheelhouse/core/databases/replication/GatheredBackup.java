package dev.wheelhouse.core.databases.replication;

import static java.util.Objects.requireNonNull;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A base backup in memory. */
final class GatheredBackup implements BaseBackupSink {

    final Map<String, ByteArrayOutputStream> archives = new LinkedHashMap<>();

    @Nullable
    BaseBackupStart start;

    @Nullable
    ByteArrayOutputStream manifest;

    long progress;
    private ByteArrayOutputStream current = new ByteArrayOutputStream();

    @Override
    public void begin(BaseBackupStart begun) {
        start = begun;
    }

    @Override
    public void archive(String name) {
        current = new ByteArrayOutputStream();
        archives.put(name, current);
    }

    @Override
    public void manifest() {
        current = new ByteArrayOutputStream();
        manifest = current;
    }

    @Override
    public void data(byte[] bytes, int offset, int length) throws IOException {
        current.write(bytes, offset, length);
    }

    @Override
    public void progress(long bytes) {
        progress = bytes;
    }

    /** Unpacked. */
    byte[] archive(String name, Compression compression) throws IOException {
        InputStream packed =
                new ByteArrayInputStream(requireNonNull(archives.get(name)).toByteArray());
        try (InputStream tar = switch (compression) {
            case NONE -> packed;
            case GZIP -> new GZIPInputStream(packed);
            case ZSTD -> new ZstdInputStream(packed);
        }) {
            return tar.readAllBytes();
        }
    }

    /** The sizes of a tar's entries by name (POSIX.1-2017, pax, "ustar Interchange Format"). */
    static Map<String, Integer> entries(byte[] tar) {
        Map<String, Integer> entries = new LinkedHashMap<>();
        int at = 0;
        while (tar[at] != 0) {
            String name = new String(tar, at, 100, StandardCharsets.UTF_8).split("\0", 2)[0];
            int size = Integer.parseInt(new String(tar, at + 124, 11, StandardCharsets.US_ASCII), 8);
            entries.put(name, size);
            at += 512 + (size + 511) / 512 * 512;
        }
        return entries;
    }
}
