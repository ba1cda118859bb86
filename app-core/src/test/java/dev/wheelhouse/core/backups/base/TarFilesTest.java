package dev.wheelhouse.core.backups.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.testing.Property;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class TarFilesTest {

    private static Map<String, byte[]> files(RandomGenerator random) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[random.nextInt(4) * 512 + random.nextInt(3) * random.nextInt(300)];
            random.nextBytes(bytes);
            files.put("base/" + i + (random.nextBoolean() ? "ä" : ""), bytes);
        }
        return files;
    }

    private static Map<String, ArchivedFile> read(byte[] tar, RandomGenerator random) throws IOException {
        Map<String, ArchivedFile> found = new HashMap<>();
        TarFiles reader = new TarFiles(new FileSums(ManifestChecksum.CRC32C, "", found));
        int at = 0;
        while (at < tar.length) {
            int part = Math.min(tar.length - at, 1 + random.nextInt(1200));
            reader.accept(tar, at, part);
            at += part;
        }
        reader.finish();
        return found;
    }

    @Test
    void readsWhateverPiecesItComesIn() {
        Property.holds(200, random -> {
            Map<String, byte[]> files = files(random);
            Map<String, ArchivedFile> found = read(Archives.tar(files), random);
            assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(files.keySet());
            files.forEach((name, bytes) ->
                    assertThat(found.get(name)).extracting(ArchivedFile::bytes).isEqualTo((long) bytes.length));
        });
    }

    @Test
    void noticesAnArchiveThatIsCut() {
        Property.holds(200, random -> {
            byte[] tar = Archives.tar(files(random));
            byte[] cut = Arrays.copyOf(tar, random.nextInt(tar.length));
            assertThatThrownBy(() -> read(cut, random)).isInstanceOf(IOException.class);
        });
    }

    @Test
    void noticesADamagedHeader() throws IOException {
        byte[] tar = Archives.tar(Map.of("PG_VERSION", new byte[] {'1', '8'}));
        for (int i = 512; i < 1024; i++) {
            if (i == 512 + 155) {
                // Behind the digits of the sum, which nothing reads.
                continue;
            }
            byte[] damaged = tar.clone();
            damaged[i] ^= 1;
            assertThatThrownBy(() -> read(damaged, RandomGenerator.getDefault()))
                    .as("byte %d", i)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void readsSizesOfMoreThan8GiB() throws IOException {
        AtomicLong size = new AtomicLong();
        TarFiles reader = new TarFiles(new TarFiles.Sink() {
            @Override
            public void begin(String path, long bytes) {
                size.set(bytes);
            }

            @Override
            public void data(byte[] bytes, int offset, int length) {
                // None comes.
            }

            @Override
            public void end() {
                // It does not come to that.
            }
        });
        reader.accept(Archives.header("base/1", 20L << 30, '0'), 0, 512);
        assertThat(size).hasValue(20L << 30);
    }
}
