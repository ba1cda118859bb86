package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.databases.replication.Compression;
import java.io.IOException;
import java.io.InputStream;

/** Unpacks a copy of an archive as it passes, and notes its files. */
record ArchiveCheck(Compression compression, FileSums sums) implements Handover.Work {

    private static final int BUFFER = 1 << 17;

    /** @throws IOException when the archive is none */
    @Override
    public void read(InputStream packed) throws IOException {
        TarFiles tar = new TarFiles(sums);
        try (InputStream unpacked = Packing.unpacked(packed, compression)) {
            byte[] buffer = new byte[BUFFER];
            for (int count = unpacked.read(buffer); count >= 0; count = unpacked.read(buffer)) {
                tar.accept(buffer, 0, count);
            }
            tar.finish();
        } catch (IOException | RuntimeException e) {
            throw new IOException("The archive cannot be read: " + e.getMessage(), e);
        }
    }
}
