package dev.wheelhouse.core.backups.base;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.store.MemoryStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.databases.replication.BaseBackupStart;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.testing.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BaseReaderTest {

    private static final String DIRECTORY = "7/base/run_1/";
    private static final Executor THREADS = work -> Thread.ofPlatform().daemon().start(work);

    private final MemoryStore store = new MemoryStore();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private BaseContent content;

    @BeforeEach
    void storeABase() throws Exception {
        byte[] noise = new byte[30_000];
        new Random(7).nextBytes(noise);
        files.put("PG_VERSION", "15\n".getBytes(StandardCharsets.US_ASCII));
        files.put("base/1/1259", noise);
        files.put("base/1/empty", new byte[0]);
        try (BaseBackupWriter writer =
                new BaseBackupWriter(store, DIRECTORY, 5_000, ManifestChecksum.CRC32C, THREADS, (_, _) -> {})) {
            writer.begin(new BaseBackupStart(WalPosition.parse("0/2000028"), 1, List.of(), Compression.NONE));
            writer.archive("base.tar");
            byte[] tar = Archives.tar(files);
            writer.data(tar, 0, tar.length);
            writer.manifest();
            byte[] manifest = Archives.manifest(files);
            writer.data(manifest, 0, manifest.length);
            content = writer.finish();
        }
    }

    private byte[] read() throws IOException {
        BaseReader reader = new BaseReader(store, DIRECTORY, content, ManifestChecksum.CRC32C, THREADS);
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        for (String archive : reader.archives()) {
            reader.copy(archive, tar);
        }
        reader.check();
        return tar.toByteArray();
    }

    @Test
    void bringsBackWhatWasStored() throws Exception {
        assertThat(read()).isEqualTo(Archives.tar(files));
    }

    @Test
    void noticesWhateverHappensToAnObject() {
        List<String> names = new ArrayList<>(store.objects.keySet());
        Property.holds(300, random -> {
            String name = names.get(random.nextInt(names.size()));
            byte[] whole = requireNonNull(store.objects.get(name));
            int at = random.nextInt(whole.length);
            byte[] other = random.nextInt(4) == 0 ? Arrays.copyOf(whole, at) : whole.clone();
            if (other.length == whole.length) {
                other[at] ^= (byte) (1 << random.nextInt(8));
            }
            store.objects.put(name, other);
            try {
                assertThatThrownBy(this::read).as("%s at %d", name, at).isInstanceOf(IOException.class);
                // By this kind a verification knows what is lost from what could not be read.
                assertThatThrownBy(() -> StoredBaseCheck.run(store, DIRECTORY, content, _ -> {}))
                        .as("%s at %d", name, at)
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                e -> assertThat(e.trouble()).isEqualTo(StoreTrouble.DAMAGED));
            } finally {
                store.objects.put(name, whole);
            }
        });
    }

    @Test
    void namesTheObjectThatIsMissing() {
        for (String name : List.copyOf(store.objects.keySet())) {
            byte[] whole = requireNonNull(store.objects.remove(name));
            assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining(name);
            store.objects.put(name, whole);
        }
    }
}
