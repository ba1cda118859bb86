package dev.wheelhouse.core.vcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.PushReceiver.Outcome;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.push.Push;
import dev.wheelhouse.core.vcs.push.TestPushes;
import dev.wheelhouse.core.vcs.push.TestPushes.Sent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PushReceiverTest {

    @TempDir
    private Path directory;

    private @Nullable VcsFixture opened;
    private final List<Push> heard = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        if (opened != null) {
            opened.close();
        }
    }

    private VcsFixture fixture(StateKind state) {
        VcsFixture fixture = new VcsFixture(state, directory);
        opened = fixture;
        fixture.vcs().pushes().register((_, _, push) -> heard.add(push));
        return fixture;
    }

    private VcsFixture fixture() {
        return opened == null ? fixture(StateKind.SQLITE) : opened;
    }

    private VcsHook hook(VcsKind kind) {
        VcsFixture fixture = fixture();
        fixture.standIn(kind).add("acme", "shop");
        VcsConnection connection = fixture.create(kind);
        return fixture.hooks()
                .make(fixture.owner(), connection.id(), "app_1", "acme", "shop", VcsFixture.OWN_ADDRESS)
                .hook();
    }

    private Instant now() {
        return fixture().state().clock().instant();
    }

    private Outcome receive(VcsHook hook, Sent sent) {
        return fixture()
                .vcs()
                .pushes()
                .receive(hook.id(), sent.signed(fixture().secrets(hook), now()).request());
    }

    @ParameterizedTest
    @EnumSource
    void takesEachDeliveryOfEachProviderOnce(StateKind state) {
        fixture(state);
        for (VcsKind kind : VcsKind.values()) {
            heard.clear();
            VcsHook hook = hook(kind);
            assertThat(receive(hook, TestPushes.of(kind, "d1"))).isEqualTo(Outcome.TAKEN);
            assertThat(heard).singleElement().satisfies(push -> {
                assertThat(push.branch()).isEqualTo("main");
                assertThat(push.after()).isEqualTo(TestPushes.AFTER);
            });
            assertThat(receive(hook, TestPushes.of(kind, "d1"))).isEqualTo(Outcome.REPEATED);
            Sent next = TestPushes.of(kind, "d2").with("after", "f".repeat(40));
            assertThat(receive(hook, next)).isEqualTo(Outcome.TAKEN);
            assertThat(heard).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GITHUB", "GITEA"})
    void aBodyThatSomebodySawIsNotTakenUnderAnotherName(VcsKind kind) {
        VcsHook hook = hook(kind);
        assertThat(receive(hook, TestPushes.of(kind, "d1"))).isEqualTo(Outcome.TAKEN);
        assertThat(receive(hook, TestPushes.of(kind, "d2"))).isEqualTo(Outcome.REPEATED);
        assertThat(heard).hasSize(1);
    }

    @Test
    void twoPushesOfGitLabMayBeTheSame() {
        VcsHook hook = hook(VcsKind.GITLAB);
        assertThat(receive(hook, TestPushes.of(VcsKind.GITLAB, "d1"))).isEqualTo(Outcome.TAKEN);
        assertThat(receive(hook, TestPushes.of(VcsKind.GITLAB, "d2"))).isEqualTo(Outcome.TAKEN);
        assertThat(heard).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsNotSignedByItsSecretAndAnUnknownWebhookAlike(VcsKind kind) {
        VcsHook hook = hook(kind);
        PushReceiver pushes = fixture().vcs().pushes();
        Sent sent = TestPushes.of(kind, "d1");
        HookSecrets others = new HookSecrets("whsec_" + "A".repeat(43) + "=", "x");
        assertThat(pushes.receive(hook.id(), sent.request())).isEqualTo(Outcome.REFUSED);
        assertThat(pushes.receive(hook.id(), sent.signed(others, now()).request()))
                .isEqualTo(Outcome.REFUSED);
        Sent signed = sent.signed(fixture().secrets(hook), now());
        byte[] longer = (new String(signed.bytes(), StandardCharsets.UTF_8) + " ").getBytes(StandardCharsets.UTF_8);
        assertThat(pushes.receive(hook.id(), signed.request(longer))).isEqualTo(Outcome.REFUSED);
        for (String id : List.of("hook_00000000000000000000000000", "x", "", hook.id() + "0", hook.connectionId())) {
            assertThat(pushes.receive(id, signed.request())).as(id).isEqualTo(Outcome.REFUSED);
        }
        assertThat(heard).isEmpty();
        assertThat(pushes.receive(hook.id(), signed.request())).isEqualTo(Outcome.TAKEN);
    }

    @Test
    void theSecretOfOneWebhookOpensNoOther() {
        VcsHook one = hook(VcsKind.GITHUB);
        VcsHook other = fixture()
                .hooks()
                .make(fixture().owner(), one.connectionId(), "app_2", "acme", "shop", VcsFixture.OWN_ADDRESS)
                .hook();
        Sent sent = TestPushes.of(VcsKind.GITHUB, "d1").signed(fixture().secrets(one), now());
        assertThat(fixture().vcs().pushes().receive(other.id(), sent.request())).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void aGitLabDeliveryOfBeforeIsRefusedAndASentAgainOneIsNot() {
        VcsHook hook = hook(VcsKind.GITLAB);
        Sent old = TestPushes.of(VcsKind.GITLAB, "d1").signed(fixture().secrets(hook), now());
        fixture().state().clock().advance(Duration.ofMinutes(6));
        assertThat(fixture().vcs().pushes().receive(hook.id(), old.request())).isEqualTo(Outcome.REFUSED);
        assertThat(receive(hook, TestPushes.of(VcsKind.GITLAB, "d1"))).isEqualTo(Outcome.TAKEN);
    }

    /** What a listener notes and that it came are one: as after a kill between the two. */
    @ParameterizedTest
    @EnumSource
    void aPushWhoseListenerFailedIsTakenWhenItIsSentAgain(StateKind state) {
        fixture(state);
        VcsHook hook = hook(VcsKind.GITHUB);
        boolean[] fails = {true};
        fixture().vcs().pushes().register((Transaction tx, VcsHook to, Push push) -> {
            // Whatever it writes is undone with it.
            tx.execute("UPDATE vcs_hook SET subject_id = 'app_9' WHERE id = ?", to.id());
            if (fails[0]) {
                throw new IllegalStateException("killed");
            }
        });
        Sent sent = TestPushes.of(VcsKind.GITHUB, "d1");
        assertThatThrownBy(() -> receive(hook, sent)).hasMessage("killed");
        assertThat(fixture().hooksOf("app_1")).hasSize(1);
        fails[0] = false;
        assertThat(receive(hook, sent)).isEqualTo(Outcome.TAKEN);
        assertThat(fixture().hooksOf("app_9")).hasSize(1);
        assertThat(receive(hook, sent)).isEqualTo(Outcome.REPEATED);
    }

    @ParameterizedTest
    @EnumSource
    void oneDeliveryThatComesManyTimesAtOnceCountsOnce(StateKind state) throws Exception {
        fixture(state);
        VcsHook hook = hook(VcsKind.GITEA);
        PushReceiver other = fixture().newConsole().pushes();
        other.register((_, _, push) -> heard.add(push));
        Sent sent = TestPushes.of(VcsKind.GITEA, "d1").signed(fixture().secrets(hook), now());
        List<Outcome> outcomes = AtOnce.run(
                8, i -> () -> (i % 2 == 0 ? other : fixture().vcs().pushes()).receive(hook.id(), sent.request()));
        assertThat(outcomes).hasSize(8).containsOnlyOnce(Outcome.TAKEN).doesNotContain(Outcome.REFUSED);
        assertThat(heard).hasSize(1);
    }

    @Test
    void pingsTagsAndOthersAreTakenAndNobodyHearsOfThem() {
        VcsHook hook = hook(VcsKind.GITHUB);
        Sent ping = new Sent(
                VcsKind.GITHUB, Map.of("zen", "x"), Map.of("X-GitHub-Event", "ping", "X-GitHub-Delivery", "p1"));
        assertThat(receive(hook, ping)).isEqualTo(Outcome.TAKEN);
        assertThat(receive(hook, TestPushes.of(VcsKind.GITHUB, "d1").with("ref", "refs/tags/v1")))
                .isEqualTo(Outcome.TAKEN);
        assertThat(receive(hook, TestPushes.of(VcsKind.GITHUB, "d2").header("X-GitHub-Event", "star")))
                .isEqualTo(Outcome.TAKEN);
        assertThat(heard).isEmpty();
    }

    @Test
    void whatIsSignedAndNoPushIsABadRequestAndMayComeAgain() {
        VcsHook hook = hook(VcsKind.GITHUB);
        byte[] form = "payload=%7B%7D".getBytes(StandardCharsets.UTF_8);
        Sent sent = TestPushes.of(VcsKind.GITHUB, "d1").signed(fixture().secrets(hook), now(), form);
        assertThatThrownBy(() -> fixture().vcs().pushes().receive(hook.id(), sent.request(form)))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.BAD_REQUEST))
                .hasMessageContaining("application/json");
        assertThat(receive(hook, TestPushes.of(VcsKind.GITHUB, "d1"))).isEqualTo(Outcome.TAKEN);
    }

    @Test
    void deliveriesAreForgottenWhenNobodySendsThemAgain() {
        VcsHook hook = hook(VcsKind.GITHUB);
        assertThat(receive(hook, TestPushes.of(VcsKind.GITHUB, "d1"))).isEqualTo(Outcome.TAKEN);
        fixture().state().clock().advance(PushReceiver.REMEMBERED.minusSeconds(1));
        fixture().vcs().pushes().sweep();
        assertThat(receive(hook, TestPushes.of(VcsKind.GITHUB, "d1"))).isEqualTo(Outcome.REPEATED);
        fixture().state().clock().advance(Duration.ofSeconds(2));
        fixture().vcs().pushes().sweep();
        assertThat(fixture()
                        .state()
                        .store()
                        .<Long>read(tx -> tx.select(Long.class, "SELECT count(*) FROM vcs_delivery")
                                .one()))
                .isZero();
    }

    @Test
    void whatWasMadeForASubjectIsGoneWithIt() {
        VcsHook hook = hook(VcsKind.GITHUB);
        Sent sent = TestPushes.of(VcsKind.GITHUB, "d1").signed(fixture().secrets(hook), now());
        assertThat(fixture().vcs().pushes().receive(hook.id(), sent.request())).isEqualTo(Outcome.TAKEN);
        fixture()
                .state()
                .store()
                .change(tx -> fixture().hooks().forget(tx, fixture().owner().organizationId(), "app_1"));
        assertThat(fixture().vcs().pushes().receive(hook.id(), sent.request())).isEqualTo(Outcome.REFUSED);
    }
}
