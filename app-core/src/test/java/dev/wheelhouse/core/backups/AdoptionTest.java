package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.base.Volume;
import dev.wheelhouse.core.backups.base.VolumeWriter;
import dev.wheelhouse.core.backups.catalog.DumpCatalog;
import dev.wheelhouse.core.backups.catalog.DumpMeta;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.backups.store.DirectoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.SealKey;
import dev.wheelhouse.core.backups.store.SealedStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.copies.DatabaseFacts;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console that takes over the backups of one that is lost. */
@SuppressWarnings("NullAway.Init")
class AdoptionTest {

    private HandBackups lost;
    private HandBackups fresh;

    @BeforeEach
    void open(@TempDir Path lostFolder, @TempDir Path freshFolder) throws IOException {
        lost = new HandBackups(lostFolder);
        fresh = new HandBackups(freshFolder, true);
    }

    @AfterEach
    void close() {
        fresh.close();
        lost.close();
    }

    private AdoptionDraft draft(@Nullable String databaseId, @Nullable String system, @Nullable String key) {
        return new AdoptionDraft(HandBackups.HOME, databaseId, lost.draft().dest(), null, system, key);
    }

    private BackupConfig adopt(@Nullable String key) {
        return fresh.service().adopt(fresh.caller, draft(null, null, key));
    }

    private Path object(String name) {
        return lost.store().resolve("7").resolve(name);
    }

    private @Nullable ConsoleNote note(String key) {
        try (ObjectStore store = new SealedStore(DirectoryStore.open(lost.store()), SealKey.parse(key))) {
            return ConsoleNote.read(store, "7").orElse(null);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    /** As if its console had been silent for long. */
    private void silence() {
        try {
            Files.setLastModifiedTime(
                    object("console.json"),
                    FileTime.from(Instant.now().minus(Adoption.SILENCE).minusSeconds(60)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isSilent() {
        try {
            return Files.getLastModifiedTime(object("console.json"))
                    .toInstant()
                    .isBefore(Instant.now().minus(Adoption.SILENCE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void lose(BackupConfig config) {
        lost.service().update(lost.caller, config.id(), BackupPatch.enabled(false), null);
        lost.awaitState(config, BackupState.PAUSED);
        // What it was writing down comes a moment later.
        Awaiting.until(() -> {
            boolean isSilent = isSilent();
            silence();
            return isSilent;
        });
    }

    private static void refused(ThrowingCallable call, String path, String words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AppException.class, e -> {
            assertThat(e.details()).as(e.getMessage()).isInstanceOf(FieldProblems.class);
            assertThat(((FieldProblems) e.details()).errors()).singleElement().satisfies(problem -> {
                assertThat(problem.path()).isEqualTo(path);
                assertThat(problem.message()).contains(words);
            });
        });
    }

    private static void refused(ThrowingCallable call, PlatformError error) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(error));
    }

    private static RestoreWindow window(HandBackups console, BackupConfig config) {
        return console.restores().window(console.caller, config.id());
    }

    @Test
    void goesOnWithAllThatTheOtherKnew() throws IOException {
        BackupConfig config = lost.begun(lost.draft(5, 30));
        BackupRun run = lost.runsOf(config).getFirst();
        lost.state.clock().advance(Duration.ofMinutes(5));
        lost.cluster.write(3 * FakeCluster.SEGMENT);
        Instant end = lost.state.clock().instant();
        Awaiting.until(() -> end.equals(window(lost, config).latest()));
        String key = lost.service().recoveryText(lost.caller, config.id());
        lost.runs().setKeep(lost.caller, config.id(), run.id(), true);
        Awaiting.until(() -> {
            ConsoleNote note = note(key);
            return note != null
                    && note.kept().contains(run.id())
                    && end.toString().equals(note.lastWalAt());
        });
        fresh.deleteConnection();
        lose(config);

        BackupConfig adopted = adopt(key);
        assertThat(adopted.id()).isEqualTo(config.id());
        assertThat(adopted.policy().keepNewest()).isEqualTo(5);
        assertThat(adopted.policy().retentionDays()).isEqualTo(30);
        assertThat(adopted.policy().enabled()).isFalse();
        assertThat(fresh.runsOf(adopted)).singleElement().satisfies(each -> {
            assertThat(each.id()).isEqualTo(run.id());
            assertThat(each.keep()).isTrue();
            assertThat(each.trigger()).isEqualTo(RunTrigger.ADOPTED);
            assertThat(each.startedAt()).isNull();
            assertThat(each.sizeBytes()).isEqualTo(run.sizeBytes());
        });
        assertThat(window(fresh, adopted)).isEqualTo(window(lost, config));
        assertThat(fresh.connectionOf(adopted).name()).isEqualTo("shop");
        assertThat(fresh.connectionOf(adopted).sharing()).isEqualTo(AssistantSharing.NOTHING);
        assertThat(fresh.service().recoveryText(fresh.caller, adopted.id())).isEqualTo(key);
        assertThat(fresh.eventsOf("backup.config_created"))
                .singleElement()
                .satisfies(event -> assertThat(event.data()).containsEntry("adopted", true));
        refused(() -> adopt(key), PlatformError.ALREADY_EXISTS);

        // One that was not lost, and comes back.
        lost.service().update(lost.caller, config.id(), BackupPatch.enabled(true), null);
        lost.awaitState(config, BackupState.CONFLICT);
    }

    @Test
    void refusesWhatAConsoleKeeps() throws IOException {
        BackupConfig config = lost.begun();
        String key = lost.service().recoveryText(lost.caller, config.id());
        Awaiting.until(() -> Files.exists(object("console.json")));
        refused(() -> adopt(key), PlatformError.IN_USE);
        assertThat(fresh.service().all(fresh.caller)).isEmpty();
        assertThat(object("owner")).hasContent(StoreOwner.mark(config));
    }

    @Test
    void refusesAKeyThatOpensNothing() throws IOException {
        BackupConfig config = lost.begun();
        String key = lost.service().recoveryText(lost.caller, config.id());
        Awaiting.until(() -> Files.exists(object("console.json")));
        lose(config);
        refused(() -> adopt("WH1-none"), "recoveryText", "This is no recovery key");
        refused(() -> adopt(null), "recoveryText", "Give its recovery key");
        String wrong = SealKey.make(new Random(8)).recoveryText();
        refused(() -> adopt(wrong), "recoveryText", "does not open what lies there");
        assertThat(fresh.service().all(fresh.caller)).isEmpty();
        assertThat(adopt(key).id()).isEqualTo(config.id());
    }

    @Test
    void refusesAPlaceWithoutBackups() throws IOException {
        Files.createDirectories(lost.store().resolve("photos"));
        Files.writeString(lost.store().resolve("photos/one.jpg"), "of somebody else");
        refused(() -> adopt(null), "prefix", "No backups lie there");
        Files.createDirectories(lost.store().resolve("9/base/run_1"));
        Files.writeString(lost.store().resolve("9/base/run_1/base.tar.0001"), "no base yet");
        refused(() -> adopt(null), "prefix", "No complete backup lies there");
        Files.createDirectories(lost.store().resolve("8/base/run_1"));
        Files.writeString(lost.store().resolve("8/base/run_1/meta.json"), "{}");
        refused(() -> adopt(null), "systemIdentifier", "8, 9");
        refused(() -> fresh.service().adopt(fresh.caller, draft(null, "nine", null)), "systemIdentifier", "a number");
        refused(() -> fresh.service().adopt(fresh.caller, draft(null, "8", null)), "recoveryText", "damaged");
    }

    @Test
    void takesDumpsOver() throws IOException {
        String id = "bkp_01m8ag8ta89q7q6bar75wz2698";
        Files.createDirectories(lost.store());
        Instant made = Instant.parse("2026-02-01T03:00:00Z");
        try (ObjectStore store = DirectoryStore.open(lost.store())) {
            DumpCatalog catalog = new DumpCatalog(store, id);
            List<Volume> volumes = new ArrayList<>();
            VolumeWriter writer =
                    new VolumeWriter(store, catalog.directory("run_1"), "database.dump", 1 << 20, volumes);
            writer.write(new byte[] {1, 2, 3});
            writer.finish();
            DatabaseFacts facts = new DatabaseFacts("15.18", 15, 8192, "UTF8", "C", "C", null, null);
            catalog.complete(DumpMeta.ofDump("run_1", id, "shop", "15.18", facts, made, volumes));
        }
        // Its console was lost before it wrote anything down.
        refused(() -> adopt(null), "databaseId", "Name the connection");
        refused(
                () -> fresh.service().adopt(fresh.caller, draft(null, "bkp_other", null)),
                "systemIdentifier",
                "this id");
        AdoptionDraft draft = draft(fresh.connection().id(), id, null);
        BackupConfig adopted = fresh.service().adopt(fresh.caller, draft);
        assertThat(adopted.id()).isEqualTo(id);
        assertThat(adopted.type()).isEqualTo(BackupType.DUMP);
        assertThat(adopted.policy().enabled()).isFalse();
        BackupRun run = fresh.runsOf(adopted).getFirst();
        assertThat(run.kind()).isEqualTo(RunKind.LOGICAL);
        assertThat(run.sizeBytes()).isEqualTo(3);
        assertThat(run.finishedAt()).isEqualTo(made);
        refused(() -> fresh.service().adopt(fresh.caller, draft), PlatformError.ALREADY_EXISTS);
        // What is deleted here leaves the directory to whoever comes next, once all that it left is removed.
        fresh.service().delete(fresh.caller, id, false, null);
        Awaiting.until(() -> {
            fresh.removeLeftovers();
            return !Files.exists(lost.store().resolve(id).resolve("owner"));
        });
        Awaiting.until(() -> {
            try {
                return fresh.service().adopt(fresh.caller, draft).id().equals(id);
            } catch (AppException e) {
                assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE);
                return false;
            }
        });
    }

    @Test
    void passesOverWhatIsNotItsOwnAndSaysWhatIsMissing() throws IOException {
        BackupConfig config = lost.begun(lost.draft(lost.draft().dest(), false));
        lost.cluster.write(7 * FakeCluster.SEGMENT);
        Path segment = object("wal/00000001/000000010000000000000005.zst");
        Awaiting.until(() -> Files.exists(segment)
                && Files.exists(object("wal/00000001/000000010000000000000007.zst"))
                && Files.exists(object("console.json")));
        lose(config);
        Files.delete(segment);
        Files.writeString(object("console.json"), "{\"of\": \"somebody else\"}");
        silence();
        Files.writeString(object("base/notes.txt"), "of somebody else");
        Files.createDirectories(object("base/run_other"));
        Files.writeString(object("base/run_other/meta.json"), "{}");
        Files.writeString(object("wal/00000001/000000010000000000000099.zst.old"), "of somebody else");
        Files.writeString(object("wal/00000002.history"), "of somebody else");
        refused(() -> adopt(null), "databaseId", "Name the connection");
        BackupConfig adopted =
                fresh.service().adopt(fresh.caller, draft(fresh.connection().id(), null, null));
        assertThat(fresh.runsOf(adopted)).hasSize(1);
        RestoreWindow window = window(fresh, adopted);
        assertThat(window.earliest()).isEqualTo(window(lost, config).earliest());
        RestorePreview beyond = fresh.restores()
                .plan(
                        fresh.caller,
                        adopted.id(),
                        null,
                        new RestoreRequest(null, "0/7000100", null, "/srv/nowhere", false));
        assertThat(beyond.ok()).isFalse();
        assertThat(beyond.error()).contains("to before 0/500000");
    }

    @Test
    void isAdoptedAtOnceWhereItWasKeptAtItsEnd() {
        BackupConfig config = lost.begun(lost.draft(lost.draft().dest(), false));
        Awaiting.until(() -> Files.exists(object("console.json")));
        lost.service().delete(lost.caller, config.id(), false, null);
        Awaiting.until(() -> {
            lost.removeLeftovers();
            return !Files.exists(object("owner"));
        });
        BackupConfig adopted = adopt(null);
        assertThat(adopted.id()).isNotEqualTo(config.id());
        assertThat(object("owner")).hasContent(StoreOwner.mark(adopted));
        assertThat(window(fresh, adopted).earliest()).isNotNull();
    }
}
