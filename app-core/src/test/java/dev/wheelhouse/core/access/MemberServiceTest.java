package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
class MemberServiceTest {

    private static final PageRequest FIRST_PAGE = new PageRequest(50, null);

    @TempDir
    private Path directory;

    private final StateKind kind;
    private OpenState state;
    private Access access;
    private MemberService members;
    private TestOrganizations organizations;
    private Caller owner;

    MemberServiceTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        state = OpenState.create(kind, directory);
        access = AccessFixture.start(state, AccessFixture.HOME_ID, 1);
        members = access.members();
        organizations = state.organizations();
        owner = access.windowCaller("req_1");
    }

    @AfterEach
    void close() {
        state.close();
    }

    @Test
    void nobodyActsOnAHigherRole() {
        Caller admin = newMember(Role.ADMIN);
        Caller other = newMember(Role.ADMIN);
        String ownerId = owner.memberId();
        assertRefused(
                PlatformError.INSUFFICIENT_SCOPE, () -> members.changeRole(admin, ownerId, Role.OWNER, Role.VIEWER));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> members.remove(admin, ownerId));
        for (Caller each : List.of(admin, newMember(Role.MEMBER), newMember(Role.VIEWER))) {
            Role role = members.me(each).role();
            assertRefused(
                    PlatformError.INSUFFICIENT_SCOPE,
                    () -> members.changeRole(each, each.memberId(), role, Role.OWNER));
        }
        assertThat(members.changeRole(admin, other.memberId(), Role.ADMIN, Role.MEMBER)
                        .role())
                .isEqualTo(Role.MEMBER);
        assertThat(members.changeRole(admin, admin.memberId(), Role.ADMIN, Role.VIEWER)
                        .role())
                .isEqualTo(Role.VIEWER);
    }

    @Test
    void aKeyWithoutAllOfARoleGivesNone() {
        Caller viewer = newMember(Role.VIEWER);
        Caller key = TestOrganizations.with(owner, Set.of(Scope.MEMBERS_READ, Scope.MEMBERS_WRITE));
        assertRefused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> members.changeRole(key, viewer.memberId(), Role.VIEWER, Role.MEMBER));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> members.remove(key, viewer.memberId()));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> members.rename(key, "Somebody else"));
        Caller reader = TestOrganizations.with(owner, Set.of(Scope.MEMBERS_READ));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> members.remove(reader, viewer.memberId()));
        assertThat(members.list(reader, FIRST_PAGE).items()).hasSize(2);
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> members.list(viewer, FIRST_PAGE));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> members.get(viewer, owner.memberId()));
    }

    @Test
    void theLastOwnerStays() throws InterruptedException {
        String id = owner.memberId();
        assertRefused(AccessError.LAST_OWNER, () -> members.remove(owner, id));
        assertRefused(AccessError.LAST_OWNER, () -> members.changeRole(owner, id, Role.OWNER, Role.ADMIN));
        Caller second = newMember(Role.OWNER);
        // Both demote each other, and one of them stays.
        List<String> outcomes = AtOnce.run(2, index -> () -> {
            Caller one = index == 0 ? owner : second;
            Caller other = index == 0 ? second : owner;
            try {
                return members.changeRole(one, other.memberId(), Role.OWNER, Role.ADMIN)
                        .role()
                        .wireName();
            } catch (AppException e) {
                return e.errorCode().code();
            }
        });
        assertThat(outcomes).containsExactlyInAnyOrder("admin", "last_owner");
    }

    @Test
    void aRemovedMemberMayNothingAndStaysForTheRecord() {
        Caller anna = newMember(Role.ADMIN);
        CreatedApiKey key = access.apiKeys().create(anna, new NewApiKey("CI", List.of("*"), null, null));
        Caller withKey = AccessFixture.authenticate(access, key);
        CreatedApiKey child = access.apiKeys().create(withKey, new NewApiKey("child", List.of("*"), null, null));
        members.remove(owner, anna.memberId());
        for (CreatedApiKey each : List.of(key, child)) {
            assertRefused(AccessError.UNAUTHENTICATED, () -> AccessFixture.authenticate(access, each));
        }
        assertThat(members.list(owner, FIRST_PAGE).items())
                .extracting(Member::id)
                .containsExactly(owner.memberId());
        Member removed = members.get(owner, anna.memberId());
        assertThat(removed.name()).isEqualTo("Member");
        assertThat(removed.removedAt()).isEqualTo(state.clock().instant());
        assertRefused(PlatformError.NOT_FOUND, () -> members.remove(owner, anna.memberId()));
        Actor actor = new Actor(anna.memberId(), null, null);
        assertRefused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> state.store()
                        .read(tx -> access.actingCaller(tx, owner.organizationId(), actor, Origin.CONSOLE, "req_3")));
    }

    @Test
    void workOfAMembersKeysEndsWithTheMemberAndWhatLastsOnlyWhereItIsAskedFor() {
        List<String> stopped = new ArrayList<>();
        access.apiKeys().registerWork((_, _, keyIds) -> {
            keyIds.forEach(each -> stopped.add("work of " + each));
            return List.of();
        });
        access.apiKeys().registerLastingWork((_, _, keyIds) -> {
            keyIds.forEach(each -> stopped.add("backups of " + each));
            return List.of();
        });
        Caller anna = newMember(Role.ADMIN);
        NewApiKey draft = new NewApiKey("CI", List.of("*"), null, null);
        String first = access.apiKeys().create(anna, draft).key().id();
        String second = access.apiKeys().create(anna, draft).key().id();
        String third = access.apiKeys().create(anna, draft).key().id();
        access.apiKeys().delete(owner, first, false, true);
        access.apiKeys().delete(owner, second, false, false);
        members.remove(owner, anna.memberId());
        assertThat(stopped).containsExactly("work of " + first, "backups of " + first, "work of " + third);
    }

    @Test
    void theWindowFollowsItsMember() {
        Caller second = newMember(Role.OWNER);
        members.changeRole(second, owner.memberId(), Role.OWNER, Role.VIEWER);
        assertThat(access.windowCaller("req_2").scopes()).isEqualTo(Role.VIEWER.scopes());
        members.remove(second, owner.memberId());
        assertThat(access.windowCaller("req_3").scopes()).isEmpty();
    }

    @Test
    void isChangedByWhoHasSeenIt() {
        Caller viewer = newMember(Role.VIEWER);
        assertRefused(
                PlatformError.PRECONDITION_FAILED,
                () -> members.changeRole(owner, viewer.memberId(), Role.MEMBER, Role.ADMIN));
        assertThat(members.changeRole(owner, viewer.memberId(), Role.VIEWER, Role.VIEWER)
                        .role())
                .isEqualTo(Role.VIEWER);
    }

    @Test
    void aMemberHasAName() {
        Caller viewer = newMember(Role.VIEWER);
        assertThat(members.rename(viewer, " Ada Lovelace ").name()).isEqualTo("Ada Lovelace");
        assertThat(members.me(viewer).name()).isEqualTo("Ada Lovelace");
        for (String name : List.of("", " ", "a\nb", "x".repeat(101))) {
            assertRefused(PlatformError.VALIDATION_FAILED, () -> members.rename(viewer, name));
        }
    }

    @Test
    void anotherOrganizationsMembersAreNotThere() {
        Caller stranger = organizations.newOrganization();
        assertRefused(PlatformError.NOT_FOUND, () -> members.get(stranger, owner.memberId()));
        assertRefused(PlatformError.NOT_FOUND, () -> members.remove(stranger, owner.memberId()));
        assertRefused(
                PlatformError.NOT_FOUND, () -> members.changeRole(stranger, owner.memberId(), Role.OWNER, Role.VIEWER));
        assertThat(members.list(stranger, FIRST_PAGE).items())
                .extracting(Member::id)
                .containsExactly(stranger.memberId());
    }

    @Test
    void anOrganizationHasAName() {
        OrganizationService service = access.organizations();
        assertThat(service.get(owner).name()).isEqualTo("Wheelhouse");
        assertThat(service.rename(owner, "Wheelhouse", " Acme ").name()).isEqualTo("Acme");
        assertThat(service.get(newMember(Role.VIEWER)).name()).isEqualTo("Acme");
        assertRefused(PlatformError.PRECONDITION_FAILED, () -> service.rename(owner, "Wheelhouse", "Other"));
        assertRefused(PlatformError.VALIDATION_FAILED, () -> service.rename(owner, "Acme", "a\u0007"));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> service.rename(newMember(Role.ADMIN), "Acme", "Admin's"));
    }

    private Caller newMember(Role role) {
        return organizations.newMember(owner.organizationId(), role);
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }
}
