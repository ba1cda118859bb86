package dev.wheelhouse.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupProgress;
import dev.wheelhouse.core.backups.BackupState;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.HomeIdentity;
import dev.wheelhouse.core.platform.home.HomeLock;
import dev.wheelhouse.core.platform.homebackup.HomeContents;
import dev.wheelhouse.core.platform.homebackup.HomeRestore;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.store.NativeCalls;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HomeMoveTest {

    private static final String PASSPHRASE = "correct horse battery staple";
    private static final String PASSWORD = "the password of a database";

    private final HomeMove move = new HomeMove(Clock.systemUTC(), new SecureRandom());

    private Path directory;

    private Path home;
    private Path backup;
    private HomeContents contents;
    private String connectionId;
    private String localToken;
    private Path target;
    private int targets;

    @BeforeAll
    void backUp(@TempDir Path temporary) throws IOException {
        directory = temporary.toRealPath();
        try (OpenCore open = new OpenCore(directory)) {
            Core core = open.core();
            home = core.home().directory();
            connectionId = connect(open).id();
            localToken = Files.readString(core.access().localTokenFile()).strip();
            schedule(open, "nightly", core.servers().service().ownId());
            Files.createDirectories(home.resolve("drafts"));
            Files.writeString(home.resolve("drafts").resolve("a.sql"), "SELECT 1");
            Files.createDirectories(home.resolve("cache"));
            Files.writeString(home.resolve("cache").resolve("big"), "to be had again");
            backup = directory.resolve("home.backup");
            // Beside the running console.
            contents = move.backUp(home, backup, null, PASSPHRASE);
        }
    }

    @BeforeEach
    void chooseTarget() {
        targets++;
        target = directory.resolve("machine" + targets).resolve("home");
    }

    private static DatabaseConnection connect(OpenCore open) {
        ConnectionDraft draft = new ConnectionDraft(
                "shop",
                Engine.POSTGRESQL,
                "db.example.com",
                5432,
                "shop",
                "shop",
                null,
                null,
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                SslMode.DISABLE,
                null);
        return open.databases().connections().create(open.caller(), draft, PASSWORD);
    }

    private static void schedule(OpenCore open, String name, String server) {
        ScheduleDraft draft = new ScheduleDraft(name, server, "true", "0 3 * * *", "UTC", true, null, null, null);
        open.core().schedules().service().create(open.caller(), draft);
    }

    private Core start(Path at) {
        return Core.start(new CoreConfig(StateKind.migrated(at), null, Clock.systemUTC(), new SecureRandom()));
    }

    private String passwordIn(Path at) throws IOException {
        Home opened = Home.open(at);
        try (StateStore store = StateStore.open(Core.ownState(opened), NativeCalls.SAME_THREAD)) {
            String id = HomeIdentity.find(at).orElseThrow();
            Vault vault = new Vault(opened, id, "test", store, Clock.systemUTC());
            vault.verifyMembership();
            return vault.findText(new SecretRef("database_connection", connectionId, "password"))
                    .orElseThrow();
        }
    }

    private static Schedule nightly(Core core) {
        Caller caller = core.access().windowCaller("req_test");
        return core.schedules().service().all(caller).getFirst();
    }

    private static void assertNothingIsLeft(Path at) throws IOException {
        assertThat(at).doesNotExist();
        if (Files.exists(at.getParent())) {
            try (Stream<Path> left = Files.list(at.getParent())) {
                assertThat(left).isEmpty();
            }
        }
    }

    private void assertRefused(String words) throws IOException {
        assertThatThrownBy(() -> move.restore(backup, target, PASSPHRASE))
                .isInstanceOf(AppException.class)
                .hasMessageContaining(words);
    }

    @Test
    void goesOnAsTheSameMachine() throws IOException {
        assertThat(contents.whileRunning()).isTrue();
        move.restore(backup, target, PASSPHRASE);
        assertThat(passwordIn(target)).isEqualTo(PASSWORD);
        assertThat(target.resolve("drafts").resolve("a.sql")).hasContent("SELECT 1");
        assertThat(target.resolve("cache")).doesNotExist();
        assertThat(target.resolve("lock")).doesNotExist();
        assertThat(HomeIdentity.find(target)).contains(contents.homeId());
        try (Stream<Path> beside = Files.list(target.getParent())) {
            assertThat(beside).containsExactly(target);
        }
        try (Core core = start(target)) {
            assertThat(core.access().authenticator().authenticate(localToken, Origin.HTTP, "req", "127.0.0.1"))
                    .isNotNull();
            assertThat(nightly(core).enabled()).isTrue();
            assertThat(nightly(core).serverId())
                    .isEqualTo(core.servers().service().ownId());
        }
    }

    @Test
    void isAnotherMachineUnderANewIdentity() throws IOException {
        HomeMove.Restored restored = move.restoreAnew(backup, target, PASSPHRASE);
        assertThat(restored.stopped()).containsExactly("schedule nightly");
        assertThat(passwordIn(target)).isEqualTo(PASSWORD);
        assertThat(HomeIdentity.find(target)).isPresent().get().isNotEqualTo(contents.homeId());
        assertThat(Files.readString(target.resolve("vault-key.json")))
                .isNotEqualTo(Files.readString(home.resolve("vault-key.json")));
        try (Core core = start(target)) {
            Caller caller = core.access().windowCaller("req_test");
            assertThat(core.servers().service().all(caller)).hasSize(2);
            assertThat(core.vault().status(caller).homes()).hasSize(1);
            assertThatThrownBy(() ->
                            core.access().authenticator().authenticate(localToken, Origin.HTTP, "req", "127.0.0.1"))
                    .isInstanceOf(AppException.class);
            assertThat(nightly(core).enabled()).isFalse();
            // What was left of the machine of before can be put away.
            core.schedules().service().delete(caller, nightly(core).id(), null);
            core.servers().service().delete(caller, contents.homeId(), null);
            assertThat(core.servers().service().all(caller)).hasSize(1);
            core.audit().sign();
        }
    }

    @Test
    void leavesToTheOldMachineWhatItsBackupsNeed() throws IOException {
        move.restore(backup, target, PASSPHRASE);
        giveBackups(target);
        Path second = directory.resolve("backups.backup");
        move.backUp(target, second, null, PASSPHRASE);
        Path other = directory.resolve("beside").resolve("home");
        HomeMove.Restored restored = move.restoreAnew(second, other, PASSPHRASE);
        assertThat(restored.stopped()).containsExactly("schedule nightly", "backups of shop");
        assertThat(restored.left())
                .containsExactly(
                        "a slot on shop (SELECT pg_drop_replication_slot('wheelhouse_bkp_own'))",
                        "a slot on shop (SELECT pg_drop_replication_slot('wheelhouse_bkp_gone'))",
                        "a restore in /srv/restored");
        try (Core core = start(other)) {
            Caller caller = core.access().windowCaller("req_test");
            BackupOverview backups = core.backups().service().get(caller, "bkp_own");
            // This console's workers leave it alone, so that the slot of the old one stays.
            assertThat(backups.config().policy().enabled()).isFalse();
            assertThat(backups.progress())
                    .returns(BackupState.PAUSED, BackupProgress::state)
                    .returns(false, BackupProgress::hasSlot)
                    .returns(null, BackupProgress::retainedBytes);
            core.schedules().service().delete(caller, nightly(core).id(), null);
            assertThatThrownBy(() -> core.backups().service().delete(caller, "bkp_own", true, null))
                    .hasMessageContaining("Delete the configuration alone");
            core.backups().service().delete(caller, "bkp_own", false, null);
            core.servers().service().delete(caller, contents.homeId(), null);
            // No slot is kept to be dropped, or it would keep its connection.
            core.databases().connections().delete(caller, connectionId, null);
        }
        try (StateStore store = StateStore.open(Core.ownState(Home.open(other)), NativeCalls.SAME_THREAD)) {
            int rows = store.read(tx -> tx.select(
                            Integer.class,
                            "SELECT (SELECT count(*) FROM backup_leftover) + (SELECT count(*) FROM backup_restore)"
                                    + " + (SELECT count(*) FROM secret WHERE record_table = 'backup_config')")
                    .one());
            assertThat(rows).isZero();
        }
    }

    @Test
    void takesItsOwnStateAlongWhereASharedOneIsNamedToo() throws IOException {
        Path both = directory.resolve("both.backup");
        HomeContents made = move.backUp(home, both, "jdbc:postgresql://db/wheelhouse", PASSPHRASE);
        assertThat(made.store()).isNotNull();
        assertThat(move.restoreAnew(both, target, PASSPHRASE).stopped()).containsExactly("schedule nightly");
        assertThat(passwordIn(target)).isEqualTo(PASSWORD);
        assertThat(HomeIdentity.find(target)).isPresent().get().isNotEqualTo(contents.homeId());
    }

    /** Backups with a slot, a slot of deleted ones, and a restore, all of the home's own console. */
    private void giveBackups(Path at) throws IOException {
        Home opened = Home.open(at);
        String id = HomeIdentity.find(at).orElseThrow();
        try (StateStore store = StateStore.open(Core.ownState(opened), NativeCalls.SAME_THREAD)) {
            Vault vault = new Vault(opened, id, "test", store, Clock.systemUTC());
            vault.verifyMembership();
            store.change(tx -> {
                String organization = tx.select(String.class, "SELECT organization_id FROM database_connection")
                        .one();
                tx.execute(
                        "INSERT INTO backup_config (id, organization_id, server_id, database_id, only_home,"
                                + " system_identifier, segment_bytes, provider, bucket, prefix, schedule, time_zone,"
                                + " keep_newest, retention_days, enabled, created_at, revision, actor_member_id)"
                                + " VALUES ('bkp_own', ?, ?, ?, ?, '7', 16777216, 'file', '/srv/backups', '',"
                                + " '0 3 * * *', 'UTC', 1, 1, ?, 0, 1, 'mem_1')",
                        organization,
                        id,
                        connectionId,
                        id,
                        true);
                tx.execute(
                        "INSERT INTO backup_progress (config_id, state, has_slot, lag_bytes, retained_bytes, seen_at)"
                                + " VALUES ('bkp_own', 'streaming', ?, 0, 4711, 0)",
                        true);
                tx.execute(
                        "INSERT INTO backup_leftover (id, organization_id, database_id, only_home, system_identifier,"
                                + " provider, bucket, prefix, deletes_objects, since)"
                                + " VALUES ('bkp_gone', ?, ?, ?, '7', 'file', '/srv/backups', '', ?, ?)",
                        organization,
                        connectionId,
                        id,
                        false,
                        Clock.systemUTC().instant());
                tx.execute(
                        "INSERT INTO backup_restore (id, organization_id, config_id, run_id, server_id, home_id,"
                                + " job_id, directory, programs, abandoned, created_at)"
                                + " VALUES ('rst_1', ?, 'bkp_own', 'run_1', ?, ?, 'job_1', '/srv/restored', '', ?, 0)",
                        organization,
                        id,
                        id,
                        false);
                vault.putText(tx, organization, new SecretRef("backup_config", "bkp_gone", "login"), "secret");
                vault.putText(tx, organization, new SecretRef("backup_config", "bkp_own", "login"), "secret");
            });
        }
    }

    @Test
    void holdsNoNewerSignatureThanItsState() throws IOException {
        move.restore(backup, target, PASSPHRASE);
        try (Core core = start(target)) {
            core.audit().sign();
        }
        Path heads = target.resolve("audit-heads.json");
        String before = Files.readString(heads);
        // It is asked for the time once the state is copied: then the console signs again.
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                try {
                    Files.writeString(heads, "{\"heads\":{}}");
                    return Instant.now();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        Path second = directory.resolve("signed.backup");
        new HomeMove(clock, new SecureRandom()).backUp(target, second, null, PASSPHRASE);
        assertThat(heads).content().isNotEqualTo(before);
        Path other = directory.resolve("signed").resolve("home");
        move.restore(second, other, PASSPHRASE);
        assertThat(other.resolve("audit-heads.json")).hasContent(before);
    }

    @Test
    void keepsTheIdentityWhereItsKeysAreUnderAPassphrase() throws IOException {
        move.restore(backup, target, PASSPHRASE);
        try (Core core = start(target)) {
            core.vault().setPassphrase(core.access().windowCaller("req_test"), null, "a passphrase of the home", true);
        }
        Path second = directory.resolve("locked.backup");
        assertThat(move.backUp(target, second, null, PASSPHRASE).whileRunning()).isFalse();
        Path other = directory.resolve("locked").resolve("home");
        assertThatThrownBy(() -> move.restoreAnew(second, other, PASSPHRASE))
                .hasMessageContaining("under a passphrase");
        assertNothingIsLeft(other);
        move.restore(second, other, PASSPHRASE);
        try (Core core = start(other)) {
            assertThat(core.vault().status(core.access().windowCaller("req")).locked())
                    .isTrue();
        }
    }

    @Test
    void opensWithTheRightPassphraseAlone() throws IOException {
        assertThatThrownBy(() -> move.restore(backup, target, "correct horse battery stable"))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("passphrase is wrong");
        assertNothingIsLeft(target);
        Path poor = directory.resolve("poor.backup");
        assertThatThrownBy(() -> move.backUp(home, poor, null, "short")).hasMessageContaining("12 to 1024");
        assertThat(poor).doesNotExist();
        assertThat(Files.readString(backup, StandardCharsets.ISO_8859_1)).doesNotContain("home-id", "vault-key");
    }

    @Test
    void refusesWhatIsCutOffOrAltered() throws IOException {
        byte[] whole = Files.readAllBytes(backup);
        Path damaged = directory.resolve("damaged.backup");
        // Each takes the memory and the time of Argon2id.
        Property.holds(LongRun.of(30, 120), random -> {
            byte[] bytes = random.nextBoolean() ? Arrays.copyOf(whole, place(random, whole)) : flipped(random, whole);
            Files.write(damaged, bytes);
            assertThatThrownBy(() -> move.restore(damaged, target, PASSPHRASE))
                    .isInstanceOf(AppException.class)
                    .message()
                    .matches("The backup " + Pattern.quote(damaged.toString())
                            + " (cannot be read: it is cut off or was altered\\. Nothing was restored; use another backup\\.|is"
                            + " no file that Wheelhouse sealed with a passphrase\\.|is of another version of Wheelhouse\\."
                            + " Open it with that one\\.|does not open: the passphrase is wrong, or its beginning was"
                            + " altered\\.)");
            assertNothingIsLeft(target);
        });
    }

    @Test
    void refusesWhatHasSomethingBehindItsEnd() throws IOException {
        byte[] whole = Files.readAllBytes(backup);
        Path longer = directory.resolve("longer.backup");
        Files.write(longer, Arrays.copyOf(whole, whole.length + 1));

        assertThatThrownBy(() -> move.restore(longer, target, PASSPHRASE))
                .isInstanceOf(AppException.class)
                .hasMessage("The backup " + longer
                        + " cannot be read: it is cut off or was altered. Nothing was restored; use another backup.");
        assertNothingIsLeft(target);
    }

    @Test
    void saysWhyTheBackupCannotBeRead() throws IOException {
        // Its first page is never there: reading it fails as a broken disk does.
        Path broken = Path.of("/proc/self/mem");
        assumeTrue(Files.exists(broken));
        assertThatThrownBy(() -> move.restore(broken, target, PASSPHRASE))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("Input/output error");
        assertNothingIsLeft(target);
    }

    /** As often near the ends, where the lines in the clear and the last segment are, as anywhere. */
    private static int place(Random random, byte[] whole) {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt(400);
            case 1 -> whole.length - 1 - random.nextInt(100);
            default -> random.nextInt(whole.length);
        };
    }

    private static byte[] flipped(Random random, byte[] whole) {
        byte[] bytes = whole.clone();
        bytes[place(random, whole)] ^= (byte) (1 << random.nextInt(8));
        return bytes;
    }

    @Test
    void touchesNoHomeThatIsThere() throws IOException {
        Files.createDirectories(target);
        Files.writeString(target.resolve("mine"), "kept");
        assertRefused("is not empty");
        assertThat(target.resolve("mine")).hasContent("kept");
        Files.delete(target.resolve("mine"));
        try (HomeLock _ = HomeLock.acquire(Home.open(target))) {
            assertRefused("is not empty");
        }
        Files.delete(target.resolve("lock"));
        move.restore(backup, target, PASSPHRASE);
        assertThat(passwordIn(target)).isEqualTo(PASSWORD);
    }

    @Test
    void removesWhatAKilledRestoreLeft() throws IOException {
        Path left = target.resolveSibling(".home.restoring").resolve("home").resolve("drafts");
        Files.createDirectories(left);
        Files.writeString(left.resolve("half"), "of a file");
        Home workplace = Home.open(target.resolveSibling(".home.restoring"));
        try (HomeLock _ = HomeLock.acquire(workplace)) {
            assertThatThrownBy(() -> move.restore(backup, target, PASSPHRASE)).isInstanceOf(AppException.class);
        }
        assertThat(left.resolve("half")).as("of a restore that is under way").exists();
        move.restore(backup, target, PASSPHRASE);
        assertThat(target.resolve("drafts").resolve("half")).doesNotExist();
        assertThat(workplace.directory()).doesNotExist();
    }

    @Test
    void leavesNothingWhereTheDiskIsFull() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        // Whatever fails while the home is written fails as a full disk does.
        assertThatThrownBy(() -> HomeRestore.restore(
                        backup, target, PASSPHRASE, (restored, _) -> Files.write(full, new byte[1])))
                .isInstanceOf(IOException.class);
        assertNothingIsLeft(target);
    }

    @Test
    void isForItsOwnerAlone() throws IOException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
        move.restore(backup, target, PASSPHRASE);
        Set<PosixFilePermission> others = PosixFilePermissions.fromString("---rwxrwx");
        try (Stream<Path> files = Files.walk(target)) {
            assertThat(permissions(backup)).doesNotContainAnyElementsOf(others);
            assertThat(files.filter(each -> permissions(each).stream().anyMatch(others::contains)))
                    .isEmpty();
        }
    }

    private static Set<PosixFilePermission> permissions(Path file) {
        try {
            return Files.getPosixFilePermissions(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void saysWhereASharedStateIs() throws IOException {
        Path shared = directory.resolve("shared");
        Files.createDirectories(shared);
        Files.writeString(shared.resolve("home-id"), "srv_shared\n");
        Files.writeString(shared.resolve("vault-key.json"), "{}");
        Files.writeString(shared.resolve("settings.json"), "{}");
        Path file = directory.resolve("shared.backup");
        assertThatThrownBy(() -> move.backUp(shared, file, null, PASSPHRASE)).hasMessageContaining("--store");
        assertThat(file).doesNotExist();
        HomeContents made =
                move.backUp(shared, file, "jdbc:postgresql://db/wheelhouse?user=a&password=secret", PASSPHRASE);
        assertThat(made.store()).isEqualTo("jdbc:postgresql://db/wheelhouse");
        move.restoreAnew(file, target, PASSPHRASE);
        try (Stream<Path> files = Files.list(target)) {
            assertThat(files).containsExactly(target.resolve("settings.json"));
        }
    }

    @Test
    void refusesToWriteOverAnything() {
        for (Path each : List.of(
                backup, home.resolve("new.backup"), directory.resolve("none").resolve("file"))) {
            assertThatThrownBy(() -> move.backUp(home, each, null, PASSPHRASE)).isInstanceOf(AppException.class);
        }
        assertThatThrownBy(() -> move.backUp(directory.resolve("none"), directory.resolve("x"), null, PASSPHRASE))
                .hasMessageContaining("no home");
        assertThat(directory.resolve("none")).doesNotExist();
    }
}
