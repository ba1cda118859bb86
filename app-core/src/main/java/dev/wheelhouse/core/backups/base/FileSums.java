package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.platform.id.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;

/** Notes what a manifest has of each file of a tar. For one thread. */
final class FileSums implements TarFiles.Sink {

    private final ManifestChecksum checksum;
    private final String prefix;
    private final Map<String, ArchivedFile> files;
    private final CRC32C crc = new CRC32C();
    private final MessageDigest digest = Sha256.digest();
    private String path = "";
    private long bytes;

    /** @param prefix of the paths, since the archive of a tablespace begins in it */
    FileSums(ManifestChecksum checksum, String prefix, Map<String, ArchivedFile> files) {
        this.checksum = checksum;
        this.prefix = prefix;
        this.files = files;
    }

    @Override
    public void begin(String name, long size) {
        path = prefix + name;
        bytes = size;
    }

    @Override
    public void data(byte[] data, int offset, int length) {
        switch (checksum) {
            case CRC32C -> crc.update(data, offset, length);
            case SHA256 -> digest.update(data, offset, length);
        }
    }

    @Override
    public void end() {
        String sum = switch (checksum) {
            case CRC32C -> "%08x".formatted(crc.getValue());
            case SHA256 -> HexFormat.of().formatHex(digest.digest());
        };
        crc.reset();
        files.put(path, new ArchivedFile(bytes, sum));
    }
}
