package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class InviteServiceTest {

    private static final String ANNA = "anna@example.com";
    private static final PageRequest FIRST_PAGE = new PageRequest(50, null);

    @TempDir
    private Path directory;

    private final StateKind kind;
    private final SentInvites post = new SentInvites();
    private OpenState state;
    private Access access;
    private InviteService invites;
    private Caller owner;

    InviteServiceTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        state = OpenState.create(kind, directory);
        access = AccessFixture.start(state, AccessFixture.HOME_ID, 1, post);
        invites = access.invites();
        owner = access.windowCaller("req_1");
    }

    @AfterEach
    void close() {
        state.close();
    }

    @Test
    void makesAMemberWithAKeyThatFollowsTheirRole() {
        CreatedInvite created = invites.create(owner, "Anna@Example.com", Role.MEMBER);
        assertThat(created.invite().email()).isEqualTo(ANNA);
        assertThat(created.invite().expiresAt())
                .isEqualTo(state.clock().instant().plus(Duration.ofDays(3)));
        AcceptedInvite accepted =
                accept(created.token().toLowerCase(Locale.ROOT).replace("-", " "));
        Member anna = accepted.member();
        assertThat(anna.organizationId()).isEqualTo(owner.organizationId());
        assertThat(anna.name()).isEqualTo("anna");
        assertThat(anna.role()).isEqualTo(Role.MEMBER);
        ApiKey key = accepted.key().key();
        assertThat(key.expiresAt()).isEqualTo(state.clock().instant().plus(Duration.ofDays(90)));
        Caller caller = AccessFixture.authenticate(access, accepted.key());
        assertThat(caller.memberId()).isEqualTo(anna.id());
        assertThat(caller.scopes()).isEqualTo(Role.MEMBER.scopes());
        access.members().changeRole(owner, anna.id(), Role.MEMBER, Role.VIEWER);
        assertThat(AccessFixture.authenticate(access, accepted.key()).scopes()).isEqualTo(Role.VIEWER.scopes());
        assertThat(invites.list(owner, FIRST_PAGE).items()).isEmpty();
    }

    @Test
    void isTakenOnceInItsTime() {
        String token = invites.create(owner, ANNA, Role.VIEWER).token();
        accept(token);
        assertRefused(AccessError.INVITE_USED, () -> accept(token));

        String late = invites.create(owner, "bob@example.com", Role.VIEWER).token();
        state.clock().advance(Duration.ofDays(3));
        assertRefused(AccessError.INVITE_EXPIRED, () -> accept(late));
        state.clock().advance(Duration.ofHours(-1));
        assertRefused(AccessError.INVITE_EXPIRED, () -> accept(late));
    }

    @Test
    void tellsWhatIsWrongWithAToken() {
        assertRefused(PlatformError.VALIDATION_FAILED, () -> accept("123456789012345"));
        assertRefused(AccessError.INVITE_MALFORMED, () -> accept("1234567890123456"));
        assertRefused(AccessError.INVITE_MALFORMED, () -> accept("whk_" + "a".repeat(50)));
        assertRefused(PlatformError.NOT_FOUND, () -> accept("0123-4567-89AB-CDEF-0123-4567-89AB-CDEF"));
    }

    @Test
    void refusesWhatIsNoAddress() {
        for (String email : List.of(
                "anna",
                "anna@",
                "@example.com",
                "anna@example.com\nBcc: bob@example.com",
                "anna@example.com ",
                "a@" + "b".repeat(60) + ".example.com,c@example.com",
                "a@" + ("b".repeat(60) + ".").repeat(4) + "example.com",
                "")) {
            assertRefused(PlatformError.VALIDATION_FAILED, () -> invites.create(owner, email, Role.VIEWER));
        }
        assertThat(post.mails).isEmpty();
    }

    @Test
    void givesNoRoleWithAScopeThatTheCallerHasNot() {
        Caller admin = state.organizations().newMember(owner.organizationId(), Role.ADMIN);
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> invites.create(admin, ANNA, Role.OWNER));
        Caller key = TestOrganizations.with(owner, Set.of(Scope.MEMBERS_WRITE));
        for (Role role : Role.values()) {
            assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> invites.create(key, ANNA, role));
        }
        EnumSet<Scope> almost = EnumSet.copyOf(Role.OWNER.scopes());
        almost.remove(Scope.MEMBERS_WRITE);
        assertRefused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> invites.create(TestOrganizations.with(owner, almost), ANNA, Role.VIEWER));
        assertThat(invites.create(admin, ANNA, Role.ADMIN).invite().role()).isEqualTo(Role.ADMIN);
    }

    @Test
    void endsWhenWhoMadeItMayNotGiveTheRoleAnyMore() {
        Caller admin = state.organizations().newMember(owner.organizationId(), Role.ADMIN);
        String first = invites.create(admin, ANNA, Role.ADMIN).token();
        String second = invites.create(admin, "bob@example.com", Role.VIEWER).token();
        access.members().changeRole(owner, admin.memberId(), Role.ADMIN, Role.MEMBER);
        assertRefused(AccessError.INVITE_EXPIRED, () -> accept(first));
        access.members().remove(owner, admin.memberId());
        assertRefused(AccessError.INVITE_EXPIRED, () -> accept(second));
    }

    @Test
    void aLostAnswerLosesNobody() {
        String first = invites.create(owner, ANNA, Role.VIEWER).token();
        AcceptedInvite lost = accept(first);
        assertRefused(PlatformError.VALIDATION_FAILED, () -> invites.create(owner, ANNA, Role.ADMIN));
        String second = invites.create(owner, ANNA, Role.VIEWER).token();
        AcceptedInvite found = accept(second);
        assertThat(found.member()).isEqualTo(lost.member());
        assertRefused(AccessError.UNAUTHENTICATED, () -> AccessFixture.authenticate(access, lost.key()));
        String third = invites.create(owner, ANNA, Role.VIEWER).token();
        AccessFixture.authenticate(access, found.key());
        awaitFirstUse(lost.member());
        assertRefused(PlatformError.ALREADY_EXISTS, () -> invites.create(owner, ANNA, Role.VIEWER));
        assertRefused(AccessError.INVITE_USED, () -> accept(third));
        assertThat(AccessFixture.authenticate(access, found.key()).memberId())
                .isEqualTo(lost.member().id());
    }

    @Test
    void nobodyButAnOwnerInvitesSomebodyAgainWhoWasHere() {
        AcceptedInvite accepted =
                accept(invites.create(owner, ANNA, Role.MEMBER).token());
        String again = invites.create(owner, ANNA, Role.MEMBER).token();
        AccessFixture.authenticate(access, accepted.key());
        awaitFirstUse(accepted.member());
        Caller admin = state.organizations().newMember(owner.organizationId(), Role.ADMIN);
        access.apiKeys().delete(admin, accepted.key().key().id(), true, false);
        assertRefused(AccessError.INVITE_USED, () -> accept(again));
        assertRefused(PlatformError.ALREADY_EXISTS, () -> invites.create(admin, ANNA, Role.MEMBER));
        state.clock().advance(Duration.ofSeconds(1));
        AcceptedInvite back = accept(invites.create(owner, ANNA, Role.MEMBER).token());
        assertThat(back.member().id()).isEqualTo(accepted.member().id());
    }

    @Test
    void endsWithTheKeyThatMadeIt() {
        CreatedApiKey key = access.apiKeys().create(owner, new NewApiKey("CI", List.of("*"), 7, null));
        Caller caller = AccessFixture.authenticate(access, key);
        String first = invites.create(caller, ANNA, Role.ADMIN).token();
        String second = invites.create(caller, "bob@example.com", Role.ADMIN).token();
        assertThat(accept(first).member().role()).isEqualTo(Role.ADMIN);
        access.apiKeys().delete(owner, key.key().id(), true, true);
        assertRefused(AccessError.INVITE_EXPIRED, () -> accept(second));
    }

    @Test
    void doesNotBringBackWhoWasRemovedOrGotAnotherRole() {
        AcceptedInvite accepted = accept(invites.create(owner, ANNA, Role.ADMIN).token());
        String again = invites.create(owner, ANNA, Role.ADMIN).token();
        access.members().changeRole(owner, accepted.member().id(), Role.ADMIN, Role.VIEWER);
        assertRefused(PlatformError.NOT_FOUND, () -> accept(again));
        String third = invites.create(owner, ANNA, Role.VIEWER).token();
        access.members().remove(owner, accepted.member().id());
        assertRefused(PlatformError.NOT_FOUND, () -> accept(third));
    }

    @Test
    void aNewInviteReplacesTheOneBefore() {
        String first = invites.create(owner, ANNA, Role.VIEWER).token();
        String second = invites.create(owner, ANNA, Role.MEMBER).token();
        assertRefused(PlatformError.NOT_FOUND, () -> accept(first));
        assertThat(accept(second).member().role()).isEqualTo(Role.MEMBER);
    }

    @Test
    void isWithdrawn() {
        CreatedInvite created = invites.create(owner, ANNA, Role.ADMIN);
        Caller member = TestOrganizations.with(owner, EnumSet.of(Scope.MEMBERS_READ, Scope.MEMBERS_WRITE));
        assertThat(invites.get(member, created.invite().id())).isEqualTo(created.invite());
        assertRefused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> invites.delete(member, created.invite().id()));
        invites.delete(owner, created.invite().id());
        assertRefused(PlatformError.NOT_FOUND, () -> accept(created.token()));
        assertRefused(
                PlatformError.NOT_FOUND,
                () -> invites.delete(owner, created.invite().id()));
    }

    @Test
    void oneOfThoseWhoTakeItAtOnceWins() throws InterruptedException {
        String token = invites.create(owner, ANNA, Role.VIEWER).token();
        List<String> outcomes = AtOnce.run(8, _ -> () -> {
            try {
                return accept(token).member().id();
            } catch (AppException e) {
                return e.errorCode().code();
            }
        });
        assertThat(outcomes.stream().filter(each -> each.startsWith("mem_"))).hasSize(1);
        assertThat(outcomes.stream().filter("invite_used"::equals)).hasSize(7);
        assertThat(access.members().list(owner, FIRST_PAGE).items()).hasSize(2);
    }

    @Test
    void isMailedWhereAMailServerIsSet() {
        assertThat(invites.create(owner, ANNA, Role.VIEWER))
                .returns(false, CreatedInvite::mailed)
                .returns(null, CreatedInvite::mailError);
        post.server = _ -> Optional.of(new MailOutcome.Sent());
        CreatedInvite sent = invites.create(owner, ANNA, Role.VIEWER);
        assertThat(sent.mailed()).isTrue();
        assertThat(post.mails.getLast().to()).isEqualTo(ANNA);
        assertThat(post.mails.getLast().text())
                .isEqualTo(sent.text())
                .contains("Owner invites you (anna@example.com) to Wheelhouse on Wheelhouse, as viewer.")
                .contains("curl -X POST http://127.0.0.1:7465/api/v1/members/invites/accept")
                .contains("{\"token\":\"" + sent.token() + "\"}");
        post.server = _ -> Optional.of(new MailOutcome.Refused("550 no such user", true));
        assertThat(invites.create(owner, ANNA, Role.VIEWER).mailError()).isEqualTo("550 no such user");
        post.server = _ -> {
            throw new AppException(PlatformError.CANCELLED, "Sending the mail was cancelled.");
        };
        CreatedInvite unsent = invites.create(owner, ANNA, Role.VIEWER);
        assertThat(unsent.mailError()).isEqualTo("Sending the mail was cancelled.");
        assertThat(accept(unsent.token()).member().email()).isEqualTo(ANNA);
    }

    @Test
    void doesNotStoreTheToken() throws IOException {
        CreatedInvite created = invites.create(owner, ANNA, Role.VIEWER);
        assertThat(created.toString()).doesNotContain(created.token());
        AcceptedInvite accepted = accept(created.token());
        List<String> secrets = new ArrayList<>(List.of(
                created.token(),
                created.token().replace("-", ""),
                accepted.key().token().text()));
        Tree.contents(directory)
                .forEach((file, content) -> assertThat(secrets).as("%s", file).noneMatch(content::contains));
    }

    private void awaitFirstUse(Member member) {
        Awaiting.until(() -> state.store()
                .read(tx -> new JdbcAccessStore().firstUse(tx, member.id()))
                .isPresent());
    }

    private AcceptedInvite accept(String token) {
        return access.inviteAcceptance().accept(token, "req_2", "127.0.0.1");
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }
}
