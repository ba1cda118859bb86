package dev.wheelhouse.core.backups.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdCompressCtx;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class WalReaderTest {

    private static final int SIZE = 1 << 20;
    private static final String FILE = "000000010000000000000003";
    private static final String WHOLE = "7/wal/00000001/" + FILE + ".zst";
    private static final String PARTIAL = "7/wal/00000001/" + FILE + ".0000000000000001.partial.zst";

    private static byte[] packed(int value) {
        byte[] segment = new byte[SIZE];
        Arrays.fill(segment, (byte) value);
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            return context.setChecksum(true).compress(segment);
        }
    }

    private static byte[] read(FakeStore store) throws Exception {
        try (InputStream bytes = Objects.requireNonNull(new WalReader(store, "7", SIZE).open(FILE))) {
            return bytes.readAllBytes();
        }
    }

    @Test
    void takesTheWholeOneThatTookThePartsPlaceMeanwhile() throws Exception {
        FakeStore store = new FakeStore() {

            @Override
            public synchronized InputStream open(String name) throws StoreException {
                if (name.equals(PARTIAL)) {
                    // The archive ends the segment between the two questions.
                    create(WHOLE, packed(7));
                    delete(List.of(PARTIAL));
                }
                return super.open(name);
            }
        };
        store.create(PARTIAL, packed(1));
        assertThat(read(store)).hasSize(SIZE).containsOnly(7);
    }

    @Test
    void prefersTheWholeOneAndTakesThePart() throws Exception {
        FakeStore store = new FakeStore();
        store.create(PARTIAL, packed(1));
        assertThat(read(store)).containsOnly(1);
        store.create(WHOLE, packed(2));
        assertThat(read(store)).containsOnly(2);
        store.delete(List.of(WHOLE, PARTIAL));
        assertThat(new WalReader(store, "7", SIZE).open(FILE)).isNull();
    }

    @Test
    void anEndLeavesNothingBehindItWhateverIsStoredSince() throws Exception {
        FakeStore store = new FakeStore();
        store.create(WHOLE, packed(2));
        WalReader reader = new WalReader(store, "7", SIZE);
        WalPosition begin = new WalPosition(3L * SIZE);
        for (long kept : new long[] {SIZE, SIZE + 1L, 2L * SIZE}) {
            assertThat(read(reader, begin.plus(kept))).hasSize(SIZE).containsOnly(2);
        }
        byte[] cut = read(reader, begin.plus(SIZE / 2 + 5));
        assertThat(cut).hasSize(SIZE);
        assertThat(Arrays.copyOf(cut, SIZE / 2 + 5)).containsOnly(2);
        assertThat(Arrays.copyOfRange(cut, SIZE / 2 + 5, SIZE)).containsOnly(0);
        assertThat(reader.open(FILE, begin)).isNull();
        assertThat(reader.open(FILE, new WalPosition(SIZE))).isNull();
    }

    private static byte[] read(WalReader reader, WalPosition end) throws Exception {
        try (InputStream bytes = Objects.requireNonNull(reader.open(FILE, end))) {
            return bytes.readAllBytes();
        }
    }

    @Test
    void takesThePartOfTheWriterThatCameLast() throws Exception {
        FakeStore store = new FakeStore();
        store.create(PARTIAL.replace("1.partial", "9.partial"), packed(9));
        store.create(PARTIAL.replace("01.partial", "0A.partial"), packed(10));
        // One that was replaced and does not know it.
        store.create(PARTIAL, packed(1));
        store.create("7/wal/00000001/" + FILE + ".note", packed(2));
        assertThat(read(store)).containsOnly(10);
    }

    @Test
    void namesTheObjectThatIsDamagedOrCut() throws Exception {
        byte[] good = packed(5);
        for (int i = 0; i < good.length; i++) {
            // The descriptor's unused bit means nothing (RFC 8878, "Frame_Header_Descriptor").
            int bit = i == 4 ? 0x20 : 0x10;
            FakeStore flipped = new FakeStore();
            byte[] bytes = good.clone();
            bytes[i] ^= (byte) bit;
            flipped.create(WHOLE, bytes);
            assertThatThrownBy(() -> read(flipped))
                    .as("byte %d of %d", i, good.length)
                    .hasMessageContaining(WHOLE);
        }
        FakeStore cut = new FakeStore();
        cut.create(WHOLE, Arrays.copyOf(good, good.length / 2));
        assertThatThrownBy(() -> read(cut)).hasMessageContaining(WHOLE);
    }
}
