package dev.wheelhouse.core.backups.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.wheelhouse.core.backups.store.MemoryStore;
import dev.wheelhouse.core.databases.replication.BaseBackupStart;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.Tablespace;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.testing.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BaseBackupWriterTest {

    private static final Executor THREADS = work -> Thread.ofPlatform().daemon().start(work);
    private static final String DIRECTORY = "7/base/run_1/";
    private static final int VOLUME = 10_000;

    private final MemoryStore store = new MemoryStore();
    private final Map<String, byte[]> base = files("PG_VERSION", "base/1/1259", "global/pg_control", "base/1/leer");
    private final Map<String, byte[]> space = files("PG_15/5/1");

    private static Map<String, byte[]> files(String... names) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        Random random = new Random(7);
        for (String name : names) {
            byte[] bytes = new byte[name.endsWith("leer") ? 0 : 20_480];
            random.nextBytes(bytes);
            files.put(name, bytes);
        }
        return files;
    }

    private Map<String, byte[]> all() {
        Map<String, byte[]> all = new LinkedHashMap<>(base);
        space.forEach((name, bytes) -> all.put("pg_tblspc/16385/" + name, bytes));
        return all;
    }

    private static void send(BaseBackupWriter writer, byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; at += 777) {
            writer.data(bytes, at, Math.min(777, bytes.length - at));
        }
    }

    private BaseContent write(Compression compression, byte[] spaceTar, byte[] baseTar, byte[] manifest)
            throws IOException {
        try (BaseBackupWriter writer =
                new BaseBackupWriter(store, DIRECTORY, VOLUME, ManifestChecksum.CRC32C, THREADS, (_, _) -> {})) {
            writer.begin(new BaseBackupStart(
                    WalPosition.parse("0/2000028"),
                    1,
                    List.of(new Tablespace("16385", "/srv/fast", 1), new Tablespace(null, null, 1)),
                    compression));
            writer.archive("16385.tar" + compression.suffix());
            send(writer, packed(spaceTar, compression));
            writer.archive("base.tar" + compression.suffix());
            send(writer, packed(baseTar, compression));
            writer.manifest();
            send(writer, manifest);
            return writer.finish();
        }
    }

    private static byte[] packed(byte[] tar, Compression compression) throws IOException {
        return switch (compression) {
            case NONE -> tar;
            case ZSTD -> Zstd.compress(tar);
            case GZIP -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                    gzip.write(tar);
                }
                yield out.toByteArray();
            }
        };
    }

    private byte[] stored(String archive) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        store.objects.forEach((name, bytes) -> {
            if (name.startsWith(DIRECTORY + archive + ".")) {
                whole.writeBytes(bytes);
            }
        });
        return whole.toByteArray();
    }

    @ParameterizedTest
    @EnumSource
    void storesEachArchiveInVolumes(Compression compression) throws Exception {
        byte[] tar = Archives.tar(base);
        byte[] manifest = Archives.manifest(all());
        BaseContent content = write(compression, Archives.tar(space), tar, manifest);
        String name = "base.tar" + content.compression().suffix();
        byte[] whole = stored(name);
        assertThat(compression == Compression.NONE ? Zstd.decompress(whole, tar.length) : whole)
                .isEqualTo(compression == Compression.NONE ? tar : packed(tar, compression));
        assertThat(content.volumes()).hasSizeGreaterThan(8).allSatisfy(each -> {
            byte[] bytes = store.objects.get(DIRECTORY + each.name());
            assertThat(bytes).hasSize((int) each.bytes()).hasSizeLessThanOrEqualTo(VOLUME);
            assertThat(each.sha256())
                    .isEqualTo(HexFormat.of().formatHex(Sha256.digest().digest(bytes)));
        });
        assertThat(store.objects.get(DIRECTORY + BaseBackupWriter.MANIFEST)).isEqualTo(manifest);
        assertThat(content.files()).isEqualTo(5);
        assertThat(content.unpackedBytes())
                .isEqualTo(
                        all().values().stream().mapToLong(each -> each.length).sum());
        assertThat(store.objects).hasSize(content.volumes().size() + 1);
    }

    @Test
    void namesTheFileOfAnyFlippedByteAndKeepsNothing() throws Exception {
        byte[] whole = Archives.tar(base);
        byte[] manifest = Archives.manifest(all());
        Property.holds(60, random -> {
            byte[] tar = whole.clone();
            int at = 1024 + random.nextInt(60_000);
            tar[at] ^= (byte) (1 << random.nextInt(8));
            try {
                write(Compression.ZSTD, Archives.tar(space), tar, manifest);
            } catch (IOException e) {
                assertThat(e.getMessage()).containsPattern("is damaged|archive");
                assertThat(store.objects).isEmpty();
                return;
            }
            // Behind the digits of a header's sum, which nothing reads.
            assertThat((at - 512) % 20_992).isEqualTo(155);
        });
    }

    @Test
    void namesWhatIsMissingAndWhatIsTooMuch() throws Exception {
        Map<String, byte[]> less = new LinkedHashMap<>(base);
        less.remove("base/1/1259");
        less.put("base/1/extra", new byte[3]);
        less.put("PG_VERSION", new byte[] {'9'});
        assertThatThrownBy(() ->
                        write(Compression.NONE, Archives.tar(space), Archives.tar(less), Archives.manifest(all())))
                .hasMessageContaining("base/1/1259 is missing")
                .hasMessageContaining("base/1/extra is not in the manifest")
                .hasMessageContaining("PG_VERSION has 1 bytes instead of 20480");
        assertThat(store.objects).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30, 200, 600})
    void refusesAManifestThatIsCut(int missing) throws Exception {
        byte[] manifest = Archives.manifest(all());
        assertThatThrownBy(() -> write(
                        Compression.NONE,
                        Archives.tar(space),
                        Archives.tar(base),
                        Arrays.copyOf(manifest, manifest.length - missing - 1)))
                .isInstanceOf(IOException.class);
        assertThat(store.objects).isEmpty();
    }

    @Test
    void refusesAManifestOfWhichAnyByteDiffers() throws Exception {
        byte[] manifest = Archives.manifest(all());
        for (int i = 0; i < manifest.length; i += 3) {
            byte[] damaged = manifest.clone();
            damaged[i] ^= 1;
            assertThatThrownBy(() -> write(Compression.NONE, Archives.tar(space), Archives.tar(base), damaged))
                    .as("byte %d", damaged[i])
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesAnArchiveThatIsCut() throws Exception {
        byte[] tar = Archives.tar(base);
        assertThatThrownBy(() -> write(
                        Compression.GZIP, Archives.tar(space), Arrays.copyOf(tar, 60_000), Archives.manifest(all())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("The archive is cut");
        assertThat(store.objects).isEmpty();
    }
}
