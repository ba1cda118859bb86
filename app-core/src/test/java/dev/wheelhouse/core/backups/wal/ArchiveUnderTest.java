package dev.wheelhouse.core.backups.wal;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An archive over a store in memory, with segments of 1 MiB, that can be opened again. */
final class ArchiveUnderTest implements WalListener {

    static final int SEGMENT = 1 << 20;

    final FakeStore store = new FakeStore();
    /** How the name of a part of a segment ends. */
    static final String PART = ".0000000000000001.partial.zst";

    private static final long WRITER = 1;

    final FakeServer server = new FakeServer(5L * SEGMENT / 2);
    final SettableClock clock = new SettableClock();
    final List<WalGap> gaps = new ArrayList<>();
    private final Path directory;
    private final SpoolFile.Opening files;
    private final long spoolBytes;
    WalArchive archive;

    ArchiveUnderTest(Path directory) throws IOException {
        this(directory, 64 * SEGMENT, ChannelSpoolFile::open);
    }

    ArchiveUnderTest(Path directory, long spoolBytes, SpoolFile.Opening files) throws IOException {
        this.directory = directory;
        this.files = files;
        this.spoolBytes = spoolBytes;
        archive = open();
    }

    private WalArchive open() throws IOException {
        WalArchiveSettings settings = new WalArchiveSettings("7", SEGMENT, spoolBytes, PartialTimes.STANDARD, WRITER);
        return new WalArchive(directory, store, settings, this, clock, files);
    }

    /** As after a kill: nothing is flushed. */
    void reopen() throws IOException {
        close();
        archive = open();
    }

    void close() throws IOException {
        archive.end();
        archive.close();
    }

    void begin(int timeline, long position) throws IOException {
        archive.begin(new WalStart(timeline, new WalPosition(position)), WalGapReason.SLOT_LOST);
    }

    void send(int timeline, long from, long to) throws IOException {
        server.send(archive, timeline, from, to);
    }

    void storeAll() {
        for (int i = 0; i < 20; i++) {
            archive.storeNext();
        }
    }

    Optional<WalStart> resume() throws IOException {
        return archive.resume();
    }

    static String object(int timeline, long number, String ending) {
        return "7/wal/%08X/%08X%08X%08X%s".formatted(timeline, timeline, number / 4096, number % 4096, ending);
    }

    byte[] unpacked(String object) {
        byte[] packed = store.get(object);
        assertThat(Zstd.getFrameContentSize(packed)).isEqualTo(SEGMENT);
        return Zstd.decompress(packed, SEGMENT);
    }

    void assertWhole(int timeline, long number) {
        assertThat(unpacked(object(timeline, number, ".zst")))
                .isEqualTo(server.bytes(timeline, number * SEGMENT, SEGMENT));
    }

    @Override
    public void gap(WalGap gap) {
        gaps.add(gap);
    }
}
