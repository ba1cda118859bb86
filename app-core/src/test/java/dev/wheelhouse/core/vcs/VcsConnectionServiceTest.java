package dev.wheelhouse.core.vcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.provider.RepositoryLookup;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsRepository;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.core.vcs.provider.VcsStandIn.Reply;
import java.nio.file.Path;
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

class VcsConnectionServiceTest {

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
        return fixture;
    }

    private VcsFixture fixture() {
        return opened == null ? fixture(StateKind.SQLITE) : opened;
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.errorCode()).isEqualTo(code));
    }

    private static List<FieldProblem> problems(ThrowingCallable call) {
        AppException refusal = catchThrowableOfType(AppException.class, call);
        assertThat(refusal).isNotNull();
        assertThat(refusal.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
        return ((FieldProblems) refusal.details()).errors();
    }

    @ParameterizedTest
    @EnumSource
    void keepsChangesAndForgetsConnections(StateKind state) {
        VcsFixture fixture = fixture(state);
        VcsConnectionService service = fixture.connections();
        for (VcsKind kind : VcsKind.values()) {
            VcsConnection made = fixture.create(kind);
            assertThat(made.id()).startsWith("vcs_");
            assertThat(made.baseUrl()).isEqualTo(fixture.standIn(kind).base().toString());
            assertThat(service.get(fixture.owner(), made.id())).isEqualTo(made);
            VcsConnectionDraft other = new VcsConnectionDraft(kind, "new-" + kind.wireName(), made.baseUrl(), null);
            VcsConnection after = service.update(fixture.owner(), made.id(), other, made.revision());
            assertThat(after.name()).isEqualTo("new-" + kind.wireName());
            assertThat(after.revision()).isEqualTo(2);
            refused(
                    PlatformError.PRECONDITION_FAILED,
                    () -> service.update(fixture.owner(), made.id(), other, made.revision()));
            refused(
                    PlatformError.PRECONDITION_FAILED,
                    () -> service.delete(fixture.owner(), made.id(), made.revision()));
            assertThat(fixture.secret("vcs_connection", made.id(), "token")).hasValue(VcsStandIn.TOKEN);
        }
        List<VcsConnection> all =
                service.list(fixture.owner(), new PageRequest(10, null)).items();
        assertThat(all).extracting(VcsConnection::kind).containsExactly(VcsKind.GITEA, VcsKind.GITLAB, VcsKind.GITHUB);
        VcsConnection first = all.getFirst();
        refused(
                PlatformError.ALREADY_EXISTS,
                () -> service.create(
                        fixture.owner(), new VcsConnectionDraft(VcsKind.GITHUB, first.name(), null, VcsStandIn.TOKEN)));
        service.delete(fixture.owner(), first.id(), null);
        assertThat(fixture.secret("vcs_connection", first.id(), "token")).isEmpty();
        refused(PlatformError.NOT_FOUND, () -> service.get(fixture.owner(), first.id()));
        refused(PlatformError.NOT_FOUND, () -> service.delete(fixture.owner(), first.id(), null));
        assertThat(fixture.events().stream().map(Event::kind))
                .contains("vcs.connection_created", "vcs.connection_changed", "vcs.connection_deleted");
        assertThat(fixture.events()).noneMatch(each -> each.toString().contains(VcsStandIn.TOKEN));
    }

    @Test
    void namesEveryFieldAtFault() {
        VcsFixture fixture = fixture();
        VcsConnectionService service = fixture.connections();
        assertThat(problems(() -> service.create(
                        fixture.owner(), new VcsConnectionDraft(VcsKind.GITEA, "A B", null, "two words"))))
                .extracting(FieldProblem::path)
                .containsExactly("name", "baseUrl", "token");
        assertThat(problems(
                        () -> service.create(fixture.owner(), new VcsConnectionDraft(VcsKind.GITHUB, "x", null, null))))
                .singleElement()
                .satisfies(each -> assertThat(each.path()).isEqualTo("token"));
        VcsConnection made = fixture.create(VcsKind.GITHUB);
        assertThat(problems(() -> service.update(fixture.owner(), made.id(), fixture.draft(VcsKind.GITEA), null)))
                .extracting(FieldProblem::path)
                .containsExactly("kind");
    }

    @Test
    void takesHttpOnlyToAHostThatTheSettingsAllow() {
        VcsFixture fixture = fixture();
        VcsConnectionService service = fixture.connections();
        VcsConnectionDraft plain = new VcsConnectionDraft(VcsKind.GITEA, "x", "http://192.0.2.1", VcsStandIn.TOKEN);
        assertThat(problems(() -> service.create(fixture.owner(), plain))
                        .getFirst()
                        .path())
                .isEqualTo("baseUrl");
        VcsConnectionDraft named =
                new VcsConnectionDraft(VcsKind.GITEA, "x", "http://git.example.invalid", VcsStandIn.TOKEN);
        assertThat(problems(() -> service.create(fixture.owner(), named)))
                .singleElement()
                .satisfies(each -> assertThat(each.message()).startsWith("Give an https address"));
        fixture.allowPrivate(List.of());
        assertThat(problems(() -> fixture.create(VcsKind.GITEA)))
                .singleElement()
                .satisfies(each -> assertThat(each.privateHost()).isEqualTo("127.0.0.1"));
        fixture.allowPrivate(List.of("127.0.0.1"));
        assertThat(fixture.create(VcsKind.GITEA).baseUrl()).startsWith("http://127.0.0.1:");
    }

    @Test
    void sendsAStoredTokenToNoOtherAddress() {
        VcsFixture fixture = fixture();
        VcsConnectionService service = fixture.connections();
        VcsConnection made = fixture.create(VcsKind.GITEA);
        String elsewhere = fixture.standIn(VcsKind.GITLAB).base().toString();
        assertThat(problems(() -> service.update(
                        fixture.owner(),
                        made.id(),
                        new VcsConnectionDraft(VcsKind.GITEA, made.name(), elsewhere, null),
                        null)))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.path()).isEqualTo("token");
                    assertThat(each.message()).contains(made.baseUrl());
                });
        VcsConnection moved = service.update(
                fixture.owner(),
                made.id(),
                new VcsConnectionDraft(VcsKind.GITEA, made.name(), elsewhere, "another-token"),
                null);
        assertThat(moved.baseUrl()).isEqualTo(elsewhere);
        assertThat(service.findLogin(fixture.owner().organizationId(), made.id()))
                .hasValue(new CloneLogin(elsewhere, "token", "another-token"));
        assertThat(fixture.events().getFirst().toString())
                .contains("token=changed")
                .doesNotContain("another-token");
    }

    @Test
    void isNotDeletedUnderWhatWorksWithIt() {
        VcsFixture fixture = fixture();
        VcsConnection made = fixture.create(VcsKind.GITHUB);
        fixture.connections().registerUse((_, id) -> id.equals(made.id()) ? List.of("the app shop") : List.of());
        assertThatThrownBy(() -> fixture.connections().delete(fixture.owner(), made.id(), null))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.IN_USE))
                .hasMessageContaining("github is used by the app shop");
        assertThat(fixture.connections().get(fixture.owner(), made.id())).isEqualTo(made);
    }

    @Test
    void isNotGivenATokenThatStopsWhatWorksWithIt() {
        VcsFixture fixture = fixture();
        VcsConnectionService service = fixture.connections();
        VcsConnection made = fixture.create(VcsKind.GITHUB);
        VcsConnectionDraft right = fixture.draft(VcsKind.GITHUB);
        VcsConnectionDraft wrong = new VcsConnectionDraft(right.kind(), right.name(), right.baseUrl(), "another");
        service.update(fixture.owner(), made.id(), wrong, null);
        service.registerUse((_, _) -> List.of("the app shop"));
        // What does not work now is stopped by nothing.
        service.update(fixture.owner(), made.id(), wrong, null);
        VcsConnection working = service.update(fixture.owner(), made.id(), right, null);
        assertThatThrownBy(() -> service.update(fixture.owner(), made.id(), wrong, null))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.IN_USE))
                .hasMessageContaining("would stop what works with the connection: the app shop");
        assertThat(service.get(fixture.owner(), made.id())).isEqualTo(working);
        assertThat(service.test(fixture.owner(), made.id()).ok()).isTrue();
    }

    @Test
    void isNotThereForAnotherOrganizationOrWithoutItsScope() {
        VcsFixture fixture = fixture();
        VcsConnectionService service = fixture.connections();
        VcsConnection made = fixture.create(VcsKind.GITHUB);
        Caller stranger = fixture.state().organizations().newOrganization();
        refused(PlatformError.NOT_FOUND, () -> service.get(stranger, made.id()));
        refused(
                PlatformError.NOT_FOUND,
                () -> service.update(stranger, made.id(), fixture.draft(VcsKind.GITHUB), null));
        refused(PlatformError.NOT_FOUND, () -> service.delete(stranger, made.id(), null));
        refused(PlatformError.NOT_FOUND, () -> service.test(stranger, made.id()));
        refused(PlatformError.NOT_FOUND, () -> service.repositories(stranger, made.id()));
        assertThat(service.findLogin(stranger.organizationId(), made.id())).isEmpty();
        assertThat(service.list(stranger, new PageRequest(10, null)).items()).isEmpty();
        Caller reader = TestOrganizations.with(fixture.owner(), Set.of(Scope.VCS_READ));
        assertThat(service.get(reader, made.id())).isEqualTo(made);
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> service.create(reader, fixture.draft(VcsKind.GITEA)));
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> service.delete(reader, made.id(), null));
    }

    @ParameterizedTest
    @EnumSource
    void testsListsAndFinds(VcsKind kind) {
        VcsFixture fixture = fixture();
        VcsStandIn standIn = fixture.standIn(kind);
        standIn.add("acme", "shop");
        standIn.add("acme", "blog");
        VcsConnection made = fixture.create(kind);
        VcsConnectionTest test = fixture.connections().test(fixture.owner(), made.id());
        assertThat(test.ok()).isTrue();
        assertThat(test.error()).isNull();
        assertThat(test.user()).isNotNull();
        assertThat(test.rights()).isNotEmpty();
        assertThat(test.missing()).isEmpty();
        assertThat(fixture.connections().repositories(fixture.owner(), made.id()))
                .extracting(VcsRepository::fullName)
                .containsExactly("acme/blog", "acme/shop");
        assertThat(fixture.connections().findRepository(fixture.owner(), made.id(), "acme", "shop"))
                .isInstanceOf(RepositoryLookup.Found.class);
    }

    @Test
    void aTestSaysInASentenceWhatIsWrong() {
        VcsFixture fixture = fixture();
        VcsStandIn standIn = fixture.standIn(VcsKind.GITHUB);
        VcsConnection made = fixture.create(VcsKind.GITHUB);
        standIn.fails(request -> request.path().equals("/user")
                ? new Reply(200, Map.of("X-OAuth-Scopes", "gist"), "{\"login\":\"octocat\"}")
                : null);
        assertThat(fixture.connections().test(fixture.owner(), made.id()))
                .isEqualTo(new VcsConnectionTest(
                        false,
                        "The token may not read repositories. Give it repo.",
                        "octocat",
                        List.of("gist"),
                        List.of("repo")));
        standIn.fails(_ -> new Reply(200, Map.of(), "<html>Welcome</html>"));
        assertThat(fixture.connections().test(fixture.owner(), made.id()).error())
                .contains("does not answer as the API of GitHub");
        standIn.fails(_ -> null);
        standIn.revoke();
        assertThat(fixture.connections().test(fixture.owner(), made.id()).error())
                .contains("refused the token: it is wrong, has expired or was revoked");
        fixture.allowPrivate(List.of());
        assertThat(fixture.connections().test(fixture.owner(), made.id()).error())
                .startsWith("127.0.0.1 is a private address");
        fixture.allowPrivate(List.of("127.0.0.1"));
        standIn.close();
        assertThat(fixture.connections().test(fixture.owner(), made.id()).error())
                .contains("refused the connection");
    }

    @Test
    void nothingThatIsWrittenHoldsTheToken() {
        VcsFixture fixture = fixture();
        VcsConnectionDraft draft = fixture.draft(VcsKind.GITHUB);
        assertThat(draft.toString()).doesNotContain(VcsStandIn.TOKEN);
        VcsConnection made = fixture.create(VcsKind.GITHUB);
        assertThat(made.toString()).doesNotContain(VcsStandIn.TOKEN);
        assertThat(fixture.connections()
                        .findLogin(fixture.owner().organizationId(), made.id())
                        .orElseThrow()
                        .toString())
                .doesNotContain(VcsStandIn.TOKEN);
    }
}
