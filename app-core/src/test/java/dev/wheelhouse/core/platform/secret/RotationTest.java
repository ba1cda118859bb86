package dev.wheelhouse.core.platform.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class RotationTest {

    /** More than two pieces. */
    private static final int SECRETS = 120;

    private final StateKind kind;
    private Path directory;
    private OpenState state;
    private TestHome first;
    private TestHome second;
    private Caller owner;

    RotationTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path temporary) {
        directory = temporary;
        state = OpenState.create(kind, temporary.resolve("state"));
        owner = state.organizations().newOrganization();
        first = home("first");
        first.vault().prepare();
        state.store()
                .change(tx -> IntStream.range(0, SECRETS)
                        .forEach(number ->
                                first.vault().putText(tx, owner.organizationId(), ref(number), "secret " + number)));
        second = home("second");
        second.join(first.service().invite(owner).code());
    }

    @AfterEach
    void close() {
        state.close();
    }

    private TestHome home(String name) {
        return new TestHome(state, directory.resolve(name), "srv_" + name);
    }

    private static SecretRef ref(int number) {
        return new SecretRef("server", "srv_" + number, "password");
    }

    @Test
    void sealsEverySecretAnewAndDropsTheOldKey() {
        assertThat(second.vault().findText(ref(0))).contains("secret 0");
        Job job = first.service().rotate(owner);
        first.awaitEnd(owner, job);
        assertRotatedTo(2);
        assertAllOpen(first);
        assertAllOpen(second);
        assertAllOpen(home("second"));
    }

    @Test
    void goesOnWhereAConsoleWasKilledAfterItHadBegun() {
        begin();
        assertThat(versions()).containsExactly(1, 2);
        home("second").service().lookAfter();
        assertRotatedTo(2);
        assertAllOpen(first);
    }

    @Test
    void goesOnWhereAConsoleWasKilledInTheMiddle() throws InterruptedException {
        begin();
        AtomicBoolean killed = new AtomicBoolean();
        rotation(first).run(new Rotation.Watcher() {
            @Override
            public void sealed(long done, long total) {
                killed.set(true);
            }

            @Override
            public boolean isCancelled() {
                return killed.get();
            }
        });
        assertThat(stale()).isBetween(1L, SECRETS - 1L);
        assertAllOpen(home("first"));
        home("second").service().lookAfter();
        assertRotatedTo(2);
        assertAllOpen(home("first"));
    }

    @Test
    void goesOnWhereAConsoleWasKilledBeforeItDroppedTheOldKey() throws InterruptedException {
        begin();
        state.store()
                .change(tx -> new JdbcVaultStore().complete(tx, 2, state.clock().instant()));
        home("second").service().lookAfter();
        assertRotatedTo(2);
        assertAllOpen(second);
    }

    @Test
    void twoConsolesThatRotateAtOnceEndInOne() throws InterruptedException {
        List<Job> jobs = AtOnce.run(2, number -> () -> {
            TestHome home = number == 0 ? first : second;
            Job job = home.service().rotate(owner);
            home.awaitEnd(owner, job);
            return job;
        });
        assertThat(jobs).hasSize(2);
        first.service().lookAfter();
        assertThat(stale()).isZero();
        assertThat(versions()).hasSize(1);
        assertAllOpen(first);
        assertAllOpen(second);
    }

    @Test
    void aSecondOneJoinsTheFirst() {
        begin();
        first.awaitEnd(owner, second.service().rotate(owner));
        assertRotatedTo(2);
    }

    @Test
    void givesNoKeyToHomesThatSomebodyWroteIntoTheState() {
        String foreign = HomeKeys.make().publicKey();
        state.store().change(tx -> {
            tx.execute("UPDATE vault_home SET public_key = ? WHERE id = 'srv_second'", foreign);
            tx.execute(
                    "INSERT INTO vault_home (id, name, public_key, signing_key, joined_at)"
                            + " SELECT 'srv_third', name, ?, signing_key, joined_at FROM vault_home WHERE id = 'srv_first'",
                    foreign);
        });
        first.awaitEnd(owner, first.service().rotate(owner));
        assertRotatedTo(2);
        assertAllOpen(first);
        for (String stranger : List.of("srv_second", "srv_third")) {
            Optional<String> wrapped = state.store().read(tx -> new JdbcVaultStore().findWrapping(tx, 2, stranger));
            assertThat(wrapped).isEmpty();
        }
    }

    @Test
    void leavesASecretThatIsSavedMeanwhile() {
        begin();
        second.put(owner, ref(7), "saved meanwhile");
        home("first").service().lookAfter();
        assertRotatedTo(2);
        assertThat(first.vault().findText(ref(7))).contains("saved meanwhile");
    }

    @Test
    void leavesWhatDoesNotOpenWithItsKeyAndSaysSo() {
        state.store().change(tx -> tx.execute("UPDATE secret SET sealed = 'altered' WHERE record_id = 'srv_3'"));
        Job job = first.service().rotate(owner);
        first.awaitEnd(owner, job);
        assertThat(stale()).isOne();
        assertThat(versions()).containsExactly(1, 2);
        assertThat(first.vault().findText(ref(4))).contains("secret 4");
        assertThatThrownBy(() -> first.vault().findText(ref(3))).hasMessageContaining("Enter it again");
        first.put(owner, ref(3), "entered again");
        first.awaitEnd(owner, first.service().rotate(owner));
        assertRotatedTo(3);
    }

    @Test
    void aHomeDoesNotRemoveItself() {
        assertThatThrownBy(() -> first.service().removeHome(owner, "srv_first"))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("Remove it from another");
        assertThatThrownBy(() -> first.service().removeHome(owner, "srv_none"))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("srv_none");
    }

    @Test
    void aRemovalDuringARotationMakesAnotherKey() {
        begin();
        first.awaitEnd(owner, first.service().removeHome(owner, "srv_second"));
        assertRotatedTo(3);
        assertAllOpen(first);
        assertThatThrownBy(() -> home("second").vault().findText(ref(0))).hasMessageContaining("--join");
    }

    private void begin() {
        state.store().change(tx -> rotation(first).begin(tx, false));
    }

    private Rotation rotation(TestHome home) {
        return new Rotation(home.vault(), state.store(), state.clock());
    }

    private void assertRotatedTo(int version) {
        assertThat(stale()).isZero();
        assertThat(versions()).containsExactly(version);
        assertThat(first.service().status(owner).keyVersion()).isEqualTo(version);
    }

    private long stale() {
        return state.store()
                .read(tx -> new JdbcSecretStore()
                        .countStale(tx, new JdbcVaultStore().newestVersion(tx).orElseThrow()));
    }

    private List<Integer> versions() {
        return state.store().read(tx -> new JdbcVaultStore().versions(tx));
    }

    private static void assertAllOpen(TestHome home) {
        for (int number = 0; number < SECRETS; number++) {
            assertThat(home.vault().findText(ref(number))).contains("secret " + number);
        }
    }
}
