package dev.wheelhouse.core.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.HomeLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateRestoreTest {

    @TempDir
    private Path directory;

    private Home home;
    private StateStoreConfig.SqliteFile config;
    private StateRestore copies;

    @BeforeEach
    void makeACopy() {
        home = Home.open(directory.resolve("home"));
        config = new StateStoreConfig.SqliteFile(home.file("state.db"), home.file("copies"));
        copies = new StateRestore(home, config.file(), config.copies(), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        addOrganization("before");
        try (StateStore store = StateStore.open(config, NativeCalls.SAME_THREAD)) {
            store.keepDailyCopy(LocalDate.EPOCH);
        }
        addOrganization("after");
    }

    private void addOrganization(String name) {
        try (StateStore store = StateStore.open(config, NativeCalls.SAME_THREAD)) {
            store.change(
                    tx -> tx.execute("INSERT INTO organization (id, name, created_at) VALUES (?, ?, 0)", name, name));
        }
    }

    private static long organizations(Path file) {
        return Jdbi.create("jdbc:sqlite:" + file)
                .withHandle(handle -> handle.select("SELECT count(*) FROM organization")
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void putsACopyBackAndKeepsWhatWasThere() throws IOException {
        assertThat(copies.list()).singleElement().satisfies(copy -> {
            assertThat(copy.label()).isEqualTo("1970-01-01");
            assertThat(copy.schema()).isEqualTo(Migration.NEWEST);
            assertThat(copy.bytes()).isPositive();
        });
        StateRestore.Restored restored = copies.restore("1970-01-01");
        assertThat(organizations(config.file())).isEqualTo(1);
        assertThat(organizations(Objects.requireNonNull(restored.kept()))).isEqualTo(2);
        assertThat(home.isPrivate("state.db")).isTrue();
        assertThat(home.isPrivate(restored.kept().getFileName().toString())).isTrue();
        assertThat(copies.list()).hasSize(1);
    }

    @Test
    void putsACopyBackInPlaceOfADamagedState() throws IOException {
        Files.write(config.file(), "this is no database, whatever it was".getBytes(StandardCharsets.UTF_8));
        Files.write(home.file("state.db-wal"), new byte[] {1, 2, 3});
        StateRestore.Restored restored = copies.restore("1970-01-01");
        assertThat(organizations(config.file())).isEqualTo(1);
        Path kept = Objects.requireNonNull(restored.kept());
        assertThat(kept).content().startsWith("this is no database");
        assertThat(kept.resolveSibling(kept.getFileName() + "-wal")).hasBinaryContent(new byte[] {1, 2, 3});
    }

    @Test
    void putsACopyBackWhereThereIsNoState() throws IOException {
        Files.delete(config.file());
        assertThat(copies.restore("1970-01-01").kept()).isNull();
        assertThat(organizations(config.file())).isEqualTo(1);
    }

    @Test
    void changesNothingWhereItIsRefused() throws IOException {
        try (HomeLock _ = HomeLock.acquire(home)) {
            assertThatThrownBy(() -> copies.restore("1970-01-01")).hasMessageContaining("Another console");
        }
        assertThatThrownBy(() -> copies.restore("../state"))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("There is no copy");
        Path newer = config.copies().resolve("state-newer.db");
        Files.copy(config.copies().resolve("state-1970-01-01.db"), newer);
        Jdbi.create("jdbc:sqlite:" + newer)
                .useHandle(handle -> handle.execute(
                        "UPDATE flyway_schema_history SET version = '9999' WHERE version = ?", Migration.NEWEST));
        assertThatThrownBy(() -> copies.restore("newer")).hasMessageContaining("newer Wheelhouse");
        Files.write(config.copies().resolve("state-damaged.db"), new byte[5000]);
        assertThatThrownBy(() -> copies.restore("damaged")).hasMessageContaining("cannot be used");
        assertThat(copies.list()).filteredOn(copy -> copy.schema() == null).hasSize(1);
        assertThat(organizations(config.file())).isEqualTo(2);
        assertThat(home.file("state.db.restoring")).doesNotExist();
    }
}
