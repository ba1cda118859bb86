package dev.wheelhouse.core.vcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.core.vcs.provider.VcsStandIn.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VcsHooksTest {

    @TempDir
    private Path directory;

    private @Nullable VcsFixture opened;

    @AfterEach
    void stop() {
        if (opened != null) {
            opened.close();
        }
    }

    private VcsFixture fixture(StateKind kind) {
        VcsFixture fixture = new VcsFixture(kind, directory);
        opened = fixture;
        VcsStandIn gitHub = fixture.standIn(VcsKind.GITHUB);
        List.of(gitHub, fixture.standIn(VcsKind.GITLAB), fixture.standIn(VcsKind.GITEA))
                .forEach(each -> each.add("acme", "shop"));
        return fixture;
    }

    private VcsFixture fixture() {
        return opened == null ? fixture(StateKind.SQLITE) : opened;
    }

    private MadeHook make(VcsConnection connection) {
        return make(connection, "app_1");
    }

    private MadeHook make(VcsConnection connection, String subjectId) {
        return fixture()
                .hooks()
                .make(fixture().owner(), connection.id(), subjectId, "acme", "shop", VcsFixture.OWN_ADDRESS);
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.errorCode()).isEqualTo(code));
    }

    @ParameterizedTest
    @EnumSource
    void makesOneForASubjectAndARepositoryAndAnswersItAgain(StateKind state) {
        VcsFixture fixture = fixture(state);
        for (VcsKind kind : VcsKind.values()) {
            VcsStandIn standIn = fixture.standIn(kind);
            VcsConnection connection = fixture.create(kind);
            MadeHook made = make(connection);
            VcsHook hook = made.hook();
            assertThat(made.isNew()).isTrue();
            assertThat(hook.id()).startsWith("hook_");
            assertThat(hook.url()).isEqualTo(VcsFixture.OWN_ADDRESS + "/hooks/vcs/" + hook.id());
            assertThat(hook.events()).containsExactly("push");
            assertThat(hook.active()).isTrue();
            assertThat(hook.signed()).isTrue();
            int asked = standIn.asked().size();
            assertThat(make(connection)).isEqualTo(new MadeHook(hook, false));
            assertThat(standIn.asked()).as("the provider is not asked again").hasSize(asked);
            assertThat(standIn.hooks("acme/shop")).hasSize(1);
            assertThat(fixture.hooksOf("app_1")).contains(hook);
            MadeHook other = make(connection, "app_2");
            assertThat(other.isNew()).isTrue();
            assertThat(fixture.secrets(other.hook()).signing())
                    .isNotEqualTo(fixture.secrets(hook).signing());
            assertThat(standIn.hooks("acme/shop")).hasSize(2);
        }
        assertThat(fixture.events().stream().map(Event::kind).filter("vcs.webhook_created"::equals))
                .hasSize(6);
    }

    @Test
    void theProviderGetsTheSecretsAndNobodyElse() {
        VcsFixture fixture = fixture();
        VcsHook hook = make(fixture.create(VcsKind.GITLAB)).hook();
        HookSecrets secrets = fixture.secrets(hook);
        assertThat(secrets.signing()).matches("whsec_[A-Za-z0-9+/]{43}=");
        assertThat(secrets.token()).matches("[0-9a-f]{64}");
        assertThat(fixture.standIn(VcsKind.GITLAB).hooks("acme/shop"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each).containsEntry("signing_token", secrets.signing());
                    assertThat(each).containsEntry("token", secrets.token());
                });
        assertThat(hook + " " + secrets + " " + fixture.events())
                .doesNotContain(secrets.signing())
                .doesNotContain(String.valueOf(secrets.token()));
        assertThat(fixture.secrets(make(fixture.create(VcsKind.GITHUB)).hook()).token())
                .isNull();
    }

    @Test
    void goesOnWithOneOfWhichItIsNotKnownWhetherItWasMade() {
        VcsFixture fixture = fixture();
        VcsStandIn standIn = fixture.standIn(VcsKind.GITEA);
        VcsConnection connection = fixture.create(VcsKind.GITEA);
        standIn.fails(request -> request.method().equals("POST") ? new Reply(502, Map.of(), "<html/>") : null);
        refused(PlatformError.UPSTREAM_FAILED, () -> make(connection));
        VcsHook left = fixture.hooksOf("app_1").getFirst();
        assertThat(left.active()).isFalse();
        assertThat(left.remoteId()).isNull();
        standIn.fails(_ -> null);
        MadeHook made = make(connection);
        assertThat(made.isNew()).isTrue();
        assertThat(made.hook().id()).isEqualTo(left.id());
        assertThat(standIn.hooks("acme/shop")).hasSize(1);
    }

    @Test
    void takesOneThatWasMadeBeforeTheConsoleWasKilled() {
        VcsFixture fixture = fixture();
        VcsStandIn standIn = fixture.standIn(VcsKind.GITHUB);
        VcsConnection connection = fixture.create(VcsKind.GITHUB);
        standIn.fails(request -> {
            // It has made it, and its answer is lost.
            if (request.method().equals("POST") && standIn.hooks("acme/shop").isEmpty()) {
                standIn.fails(_ -> null);
                standIn.hookMade("acme/shop", request);
                return new Reply(502, Map.of(), "<html/>");
            }
            return null;
        });
        refused(PlatformError.UPSTREAM_FAILED, () -> make(connection));
        assertThat(standIn.hooks("acme/shop")).hasSize(1);
        assertThat(make(connection).hook().active()).isTrue();
        assertThat(standIn.hooks("acme/shop")).hasSize(1);
    }

    @Test
    void isRemovedAlsoWhereItIsNotKnownWhetherItWasMade() {
        VcsFixture fixture = fixture();
        VcsStandIn standIn = fixture.standIn(VcsKind.GITHUB);
        VcsConnection connection = fixture.create(VcsKind.GITHUB);
        standIn.fails(request -> {
            if (request.method().equals("POST")) {
                standIn.fails(_ -> null);
                standIn.hookMade("acme/shop", request);
                return new Reply(502, Map.of(), "<html/>");
            }
            return null;
        });
        refused(PlatformError.UPSTREAM_FAILED, () -> make(connection));
        assertThat(standIn.hooks("acme/shop")).hasSize(1);
        fixture.state()
                .store()
                .change(tx -> fixture.hooks().forget(tx, fixture.owner().organizationId(), "app_1"));
        Awaiting.until(() -> standIn.hooks("acme/shop").isEmpty());
    }

    @Test
    void movesToAnotherPublicAddress() {
        VcsFixture fixture = fixture();
        VcsConnection connection = fixture.create(VcsKind.GITLAB);
        VcsHook before = make(connection).hook();
        fixture.publicAddress("https://console.example");
        MadeHook moved = make(connection);
        assertThat(moved.isNew()).isFalse();
        assertThat(moved.hook().url()).isEqualTo("https://console.example/hooks/vcs/" + before.id());
        assertThat(fixture.standIn(VcsKind.GITLAB).hooks("acme/shop"))
                .singleElement()
                .satisfies(each ->
                        assertThat(each).containsEntry("url", moved.hook().url()));
    }

    @Test
    void leavesNothingOfARepositoryThatIsNotThere() {
        VcsFixture fixture = fixture();
        VcsConnection connection = fixture.create(VcsKind.GITHUB);
        refused(
                PlatformError.VALIDATION_FAILED,
                () -> fixture.hooks()
                        .make(fixture.owner(), connection.id(), "app_1", "acme", "gone", VcsFixture.OWN_ADDRESS));
        assertThat(fixture.hooksOf("app_1")).isEmpty();
        refused(
                PlatformError.NOT_FOUND,
                () -> fixture.hooks()
                        .make(fixture.owner(), "vcs_none", "app_1", "acme", "shop", VcsFixture.OWN_ADDRESS));
        Caller stranger = fixture.state().organizations().newOrganization();
        refused(
                PlatformError.NOT_FOUND,
                () -> fixture.hooks().make(stranger, connection.id(), "app_1", "acme", "shop", VcsFixture.OWN_ADDRESS));
        Caller reader = TestOrganizations.with(fixture.owner(), Set.of(Scope.VCS_READ));
        refused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> fixture.hooks().make(reader, connection.id(), "app_1", "acme", "shop", VcsFixture.OWN_ADDRESS));
    }

    @ParameterizedTest
    @EnumSource
    void isForgottenWithItsSubjectAlsoAtTheProvider(VcsKind kind) throws Exception {
        VcsFixture fixture = fixture();
        VcsStandIn standIn = fixture.standIn(kind);
        VcsConnection connection = fixture.create(kind);
        VcsHook one = make(connection, "app_1").hook();
        VcsHook two = make(connection, "app_2").hook();
        fixture.state()
                .store()
                .change(tx -> fixture.hooks().forget(tx, fixture.owner().organizationId(), "app_1"));
        Awaiting.until(() -> standIn.hooks("acme/shop").size() == 1);
        assertThat(fixture.hooks().findSecrets(one)).isEmpty();
        assertThat(fixture.hooks().findSecrets(two)).isPresent();
        fixture.connections().delete(fixture.owner(), connection.id(), null);
        Awaiting.until(() -> standIn.hooks("acme/shop").isEmpty());
        assertThat(fixture.hooks().findSecrets(two)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void isRemovedAtTheProviderWheneverThatLets(StateKind state) throws Exception {
        VcsFixture fixture = fixture(state);
        VcsStandIn standIn = fixture.standIn(VcsKind.GITHUB);
        VcsConnection connection = fixture.create(VcsKind.GITHUB);
        VcsHook hook = make(connection).hook();
        standIn.fails(request -> request.method().equals("DELETE") ? new Reply(502, Map.of(), "<html/>") : null);
        fixture.state()
                .store()
                .change(tx -> fixture.hooks().forget(tx, fixture.owner().organizationId(), "app_1"));
        Awaiting.until(() -> standIn.asked().getLast().method().equals("DELETE"));
        assertThat(fixture.hooksOf("app_1")).isEmpty();
        assertThat(fixture.hooks().findSecrets(hook)).isEmpty();
        assertThat(standIn.hooks("acme/shop")).hasSize(1);
        // It keeps no other from being made.
        assertThat(make(connection).isNew()).isTrue();

        standIn.fails(_ -> null);
        fixture.hooks().removeGone();
        assertThat(standIn.hooks("acme/shop")).hasSize(1);
        int asked = standIn.asked().size();
        fixture.hooks().removeGone();
        assertThat(standIn.asked()).as("it is not tried again").hasSize(asked);
    }

    @Test
    void isLeftAtAProviderThatDoesNotRemoveItInTwoWeeks() throws Exception {
        VcsFixture fixture = fixture();
        VcsStandIn standIn = fixture.standIn(VcsKind.GITHUB);
        VcsConnection connection = fixture.create(VcsKind.GITHUB);
        make(connection);
        standIn.fails(_ -> new Reply(502, Map.of(), "<html/>"));
        fixture.state()
                .store()
                .change(tx -> fixture.hooks().forget(tx, fixture.owner().organizationId(), "app_1"));
        Awaiting.until(() -> standIn.asked().getLast().method().equals("DELETE"));
        fixture.state().clock().advance(VcsHooks.TRIED_FOR);
        int asked = standIn.asked().size();
        fixture.hooks().removeGone();
        assertThat(standIn.asked()).hasSizeGreaterThan(asked);

        fixture.state().clock().advance(Duration.ofSeconds(1));
        asked = standIn.asked().size();
        fixture.hooks().removeGone();
        assertThat(standIn.asked()).as("it is given up").hasSize(asked);
    }

    @Test
    void isForgottenAlsoWhenTheProviderIsAway() throws Exception {
        VcsFixture fixture = fixture();
        VcsConnection connection = fixture.create(VcsKind.GITHUB);
        VcsHook hook = make(connection).hook();
        fixture.standIn(VcsKind.GITHUB).revoke();
        fixture.connections().delete(fixture.owner(), connection.id(), null);
        assertThat(fixture.hooks().findSecrets(hook)).isEmpty();
        VcsStandIn standIn = fixture.standIn(VcsKind.GITHUB);
        Awaiting.until(() -> standIn.asked().getLast().method().equals("DELETE"));
    }
}
