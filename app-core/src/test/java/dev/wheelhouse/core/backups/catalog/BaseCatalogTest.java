package dev.wheelhouse.core.backups.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.base.BaseContent;
import dev.wheelhouse.core.backups.base.Volume;
import dev.wheelhouse.core.backups.plan.RestorePlan;
import dev.wheelhouse.core.backups.plan.RestorePlanner;
import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.backups.plan.StoredHistory;
import dev.wheelhouse.core.backups.store.MemoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.databases.replication.BaseBackupStart;
import dev.wheelhouse.core.databases.replication.Compression;
import dev.wheelhouse.core.databases.replication.ManifestChecksum;
import dev.wheelhouse.core.databases.replication.Tablespace;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BaseCatalogTest {

    private static final long SEGMENT_BYTES = 16 << 20;

    private final MemoryStore store = new MemoryStore();
    private final BaseCatalog catalog = new BaseCatalog(store, "7");
    private final List<String> damaged = new ArrayList<>();

    private static BaseMeta meta(String runId, @Nullable Long nextTransaction) {
        BaseBackupStart start = new BaseBackupStart(
                WalPosition.parse("0/2000028"),
                1,
                List.of(new Tablespace("16385", "/fast", 12), new Tablespace(null, null, 9)),
                Compression.ZSTD);
        return new BaseMeta(
                runId,
                "7",
                15,
                "x86_64",
                "postgres",
                SEGMENT_BYTES,
                new BaseContent(start, Compression.ZSTD, List.of(new Volume("base.tar.zst.0001", 5, "ab")), 30, 2),
                ManifestChecksum.SHA256,
                WalPosition.parse("0/2000100"),
                Instant.parse("2026-01-02T03:04:05.678901Z"),
                nextTransaction,
                Map.of("max_connections", "100", "search_path", "\"$user\", públic"));
    }

    private void storeObjects(String runId) {
        store.create(catalog.directory(runId) + "base.tar.zst.0001", new byte[5]);
        store.create(catalog.directory(runId) + "backup_manifest", new byte[5]);
    }

    private void storeBase(String runId) throws StoreException {
        storeObjects(runId);
        catalog.complete(meta(runId, 741L));
    }

    @Test
    void readsWhatWasWritten() throws Exception {
        storeObjects("run_1");
        storeObjects("run_2");
        catalog.complete(meta("run_1", 741L));
        catalog.complete(meta("run_2", null));
        catalog.complete(meta("run_2", null));
        assertThat(catalog.bases())
                .isEqualTo(new FoundRuns<>(List.of(meta("run_1", 741L), meta("run_2", null)), List.of()));
        assertThatThrownBy(() -> catalog.complete(meta("run_1", 742L)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.trouble()).isEqualTo(StoreTrouble.EXISTS));
    }

    @Test
    void takesOnlyCompleteBasesForSuch() throws Exception {
        storeObjects("run_1");
        storeBase("run_2");
        store.create("7/base/meta.json", new byte[1]);
        store.create("7/base/Other-Run/meta.json", new byte[1]);
        store.create("70/base/run_3/meta.json", new byte[1]);
        assertThat(catalog.bases().complete()).extracting(BaseMeta::runId).containsExactly("run_2");
        assertThat(catalog.bases().damaged()).isEmpty();
    }

    @Test
    void namesTheMetaThatIsDamaged() throws Exception {
        storeBase("run_1");
        storeObjects("run_2");
        String whole = MetaFile.write(meta("run_2", null));
        for (String each : List.of(
                "",
                "{}",
                "null",
                "[]",
                whole.substring(0, whole.length() / 2),
                whole.replace("0/2000028", "0/x"),
                whole.replace("2026-01", "2026-13"),
                whole.replace("\"format\":1", "\"format\":2"),
                whole.replace("run_2", "run_1"),
                whole.replace("ZSTD", "LZ5"))) {
            store.replace("7/base/run_2/meta.json", each.getBytes(StandardCharsets.UTF_8));
            FoundRuns<BaseMeta> found = catalog.bases();
            assertThat(found.complete()).as(each).extracting(BaseMeta::runId).containsExactly("run_1");
            assertThat(found.damaged()).as(each).singleElement().asString().startsWith("7/base/run_2/meta.json ");
        }
    }

    @Test
    void passesOverWhatALaterVersionAdds() throws Exception {
        String more = MetaFile.write(meta("run_1", null)).replaceFirst("\\{", "{\"rows\":{\"thing\":[1]},");
        storeObjects("run_1");
        store.create("7/base/run_1/meta.json", more.getBytes(StandardCharsets.UTF_8));
        assertThat(catalog.bases().complete()).containsExactly(meta("run_1", null));
    }

    /** A store that is gone after so many changes; several objects are removed one by one. */
    private ObjectStore killedAfter(int changes) {
        int[] left = {changes};
        return (ObjectStore) Proxy.newProxyInstance(
                ObjectStore.class.getClassLoader(), new Class<?>[] {ObjectStore.class}, (_, method, arguments) -> {
                    if (method.getName().equals("create")) {
                        count(left);
                    }
                    if (!method.getName().equals("delete")) {
                        return method.invoke(store, arguments);
                    }
                    for (Object each : (Collection<?>) arguments[0]) {
                        count(left);
                        store.delete(List.of((String) each));
                    }
                    return null;
                });
    }

    private static void count(int[] left) throws StoreException {
        if (left[0]-- == 0) {
            throw new StoreException(StoreTrouble.AWAY, "Killed.", null);
        }
    }

    @Test
    void finishesARemovalWhereverItWasKilled() throws Exception {
        storeBase("run_2");
        Set<String> others = Set.copyOf(store.objects.keySet());
        int kills = 0;
        boolean finished = false;
        while (!finished) {
            storeBase("run_1");
            try {
                new BaseCatalog(killedAfter(kills), "7").remove("run_1");
                finished = true;
            } catch (StoreException _) {
                boolean begun = store.objects.containsKey("7/base/run_1/deleting");
                // Never a base of which something is missing.
                assertThat(catalog.bases().complete())
                        .extracting(BaseMeta::runId)
                        .containsExactlyElementsOf(begun ? List.of("run_2") : List.of("run_1", "run_2"));
                assertThat(begun).isEqualTo(kills > 0);
                catalog.finishRemovals();
                if (!begun) {
                    catalog.remove("run_1");
                }
            }
            assertThat(store.objects.keySet()).isEqualTo(others);
            kills++;
        }
        assertThat(kills).isGreaterThan(5);
    }

    @Test
    void takesNoBaseForCompleteOfWhichAnObjectIsGone() throws Exception {
        for (String each : List.of("base.tar.zst.0001", "backup_manifest", "meta.json")) {
            storeBase("run_1");
            assertThat(catalog.loss("run_1")).isEmpty();
            store.delete(List.of("7/base/run_1/" + each));
            assertThat(catalog.bases().complete()).isEmpty();
            assertThat(catalog.loss("run_1")).get().asString().contains("7/base/run_1/" + each);
            store.delete(List.of("7/base/run_1/meta.json"));
        }
        assertThatThrownBy(() -> catalog.complete(meta("run_2", null)))
                .isInstanceOf(StoreException.class)
                .hasMessage("7/base/run_2/base.tar.zst.0001 is not in the store any more.");
    }

    @Test
    void removesNoCompleteBaseThatAListingDoesNotShowYet() throws Exception {
        storeBase("run_1");
        BaseCatalog late = new BaseCatalog(listing(each -> !each.name().endsWith("meta.json")), "7");
        assertThat(late.removeUnfinished(Set::of)).isEmpty();
        late.removeUnfinished("run_1");
        assertThat(catalog.bases().complete()).extracting(BaseMeta::runId).containsExactly("run_1");
    }

    /** The store, of which a listing shows some objects alone. */
    private ObjectStore listing(Predicate<StoredObject> shown) {
        return (ObjectStore) Proxy.newProxyInstance(
                ObjectStore.class.getClassLoader(),
                new Class<?>[] {ObjectStore.class},
                (_, method, arguments) -> method.getName().equals("list")
                        ? store.list((String) arguments[0]).stream()
                                .filter(shown)
                                .toList()
                        : method.invoke(store, arguments));
    }

    @Test
    void removesWhatNeverBecameComplete() throws Exception {
        storeObjects("run_1");
        storeObjects("run_2");
        storeBase("run_3");
        assertThat(catalog.removeUnfinished(() -> Set.of("run_2"))).containsExactly("run_1");
        assertThat(store.objects.keySet()).noneMatch(each -> each.startsWith("7/base/run_1/"));
        assertThat(store.objects)
                .containsKeys("7/base/run_2/backup_manifest", "7/base/run_3/backup_manifest", "7/base/run_3/meta.json");
    }

    @Test
    void givesThePlannerAllThatIsStored() throws Exception {
        storeBase("run_1");
        store.create("7/wal/00000001/000000010000000000000002.zst", new byte[1]);
        store.create("7/wal/00000002/000000020000000000000003.zst", new byte[1]);
        store.create(
                "7/wal/00000002.history",
                "1\t0/3000000\tno recovery target specified\n".getBytes(StandardCharsets.ISO_8859_1));
        store.create("7/wal/other.history", new byte[1]);
        StoredHistory history = catalog.history(
                catalog.bases().complete(), Set.of("run_1"), List.of(), null, SEGMENT_BYTES, damaged::add);
        assertThat(history.bases()).singleElement().satisfies(each -> {
            assertThat(each.keep()).isTrue();
            assertThat(each.nextTransaction()).isEqualTo(741);
        });
        assertThat(new RestorePlanner(history).plan(new RestoreTarget.Latest()).timeline())
                .isEqualTo(2);
    }

    private static StoredHistory history(ObjectStore from, List<String> damaged) throws IOException {
        BaseCatalog read = new BaseCatalog(from, "7");
        return read.history(read.bases().complete(), Set.of(), List.of(), null, SEGMENT_BYTES, damaged::add);
    }

    @Test
    void leavesOutATimelineWhoseHistoryIsDamaged() throws Exception {
        ObjectStore sealed = new SealedStore(store, SealKey.make(new SecureRandom()));
        BaseCatalog into = new BaseCatalog(sealed, "7");
        for (String each : List.of("base.tar.zst.0001", "backup_manifest")) {
            sealed.create("7/base/run_1/" + each, new byte[5]);
        }
        into.complete(meta("run_1", null));
        sealed.create("7/wal/00000001/000000010000000000000002.zst", new byte[1]);
        sealed.create("7/wal/00000002/000000020000000000000003.zst", new byte[1]);
        sealed.create("7/wal/00000003/000000030000000000000004.zst", new byte[1]);
        sealed.create("7/wal/00000002.history", "1\t0/3000000\tx\n".getBytes(StandardCharsets.ISO_8859_1));
        byte[] third = "1\t0/3000000\tx\n2\t0/4000000\tx\n".getBytes(StandardCharsets.ISO_8859_1);
        sealed.create("7/wal/00000003.history", third);
        RestorePlan whole = new RestorePlanner(history(sealed, damaged)).plan(new RestoreTarget.Latest());
        assertThat(whole.timeline()).isEqualTo(3);
        assertThat(damaged).isEmpty();
        store.replace("7/wal/00000003.history", third);
        assertThat(leadsTo(sealed)).isEqualTo(2);
        new SealedStore(store, SealKey.make(new SecureRandom())).replace("7/wal/00000003.history", third);
        assertThat(leadsTo(sealed)).isEqualTo(2);
        sealed.replace("7/wal/00000003.history", "x\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(leadsTo(sealed)).isEqualTo(2);
        sealed.replace("7/wal/00000002.history", new byte[] {1});
        StoredHistory first = history(sealed, new ArrayList<>());
        assertThat(new RestorePlanner(first).plan(new RestoreTarget.Latest()).timeline())
                .isEqualTo(1);
        assertThat(first.timelines().related(1, 3)).as("its WAL may be needed").isTrue();
    }

    private static int leadsTo(ObjectStore sealed) throws Exception {
        List<String> found = new ArrayList<>();
        StoredHistory history = history(sealed, found);
        assertThat(found).singleElement().asString().startsWith("7/wal/00000003.history ");
        return new RestorePlanner(history).plan(new RestoreTarget.Latest()).timeline();
    }

    @Test
    void takesNoStoreThatIsAwayForADamagedHistory() {
        store.create("7/wal/00000002.history", "1\t0/3000000\tx\n".getBytes(StandardCharsets.ISO_8859_1));
        ObjectStore away = (ObjectStore) Proxy.newProxyInstance(
                ObjectStore.class.getClassLoader(), new Class<?>[] {ObjectStore.class}, (_, method, arguments) -> {
                    if (method.getName().equals("open")) {
                        throw new StoreException(StoreTrouble.AWAY, "Away.", null);
                    }
                    return method.invoke(store, arguments);
                });
        assertThatThrownBy(() -> history(away, damaged))
                .isInstanceOf(StoreException.class)
                .hasMessage("Away.");
        assertThat(damaged).isEmpty();
    }

    @Test
    void takesNoOtherNameForARun() {
        for (String each : List.of("", "../x", "Run", "a/b")) {
            assertThatThrownBy(() -> catalog.directory(each)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
