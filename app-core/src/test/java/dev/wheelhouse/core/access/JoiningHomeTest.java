package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretRef;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two homes of two members on one PostgreSQL. */
class JoiningHomeTest {

    private static final SecretRef PASSWORD = new SecretRef("database_connection", "db_1", "password");

    /** A console of one home, as the composition root makes it. */
    private record Console(Access access, Vault vault, VaultService service, JobService jobs) {

        static Console of(OpenState state, String homeId, long seed) {
            EventLog events = new EventLog(state.store(), state.ids(), state.clock(), homeId);
            Vault vault = new Vault(state.home(), homeId, "here", state.store(), state.clock());
            JobService jobs = state.jobs(homeId);
            VaultService service = new VaultService(new VaultService.Parts(
                    vault, state.home(), state.store(), events, jobs, state.ids(), new Random(seed), state.clock()));
            AccessSources sources = new AccessSources(state.ids(), new Random(seed + 1), state.clock());
            Access access = new Access(
                    state.home(), homeId, state.store(), events, state.workers(), new SentInvites(), service, sources);
            return new Console(access, vault, service, jobs);
        }

        Console started() {
            access.start();
            return this;
        }

        void join(String code) {
            service.join(code, access.newcomers());
        }
    }

    private OpenState here;
    private OpenState there;
    private Console first;
    private Caller owner;

    @BeforeEach
    void open(@TempDir Path directory) {
        SettableClock clock = new SettableClock();
        var config = StateKind.POSTGRESQL.newState(directory);
        here = OpenState.open(config, directory.resolve("here"), clock, 1);
        there = OpenState.open(config, directory.resolve("there"), clock, 2);
        first = Console.of(here, "srv_here", 1).started();
        owner = first.access().windowCaller("req_1");
        first.vault().prepare();
        here.store().change(tx -> first.vault().putText(tx, owner.organizationId(), PASSWORD, "secret"));
    }

    @AfterEach
    void close() {
        there.close();
        here.close();
    }

    private Console there(long seed) {
        return Console.of(there, "srv_there", seed);
    }

    private CreatedInvite invite(Role role) {
        return first.access().invites().create(owner, "anna@example.com", role);
    }

    @Test
    void oneCodeMakesAHomeAMembersAndOpensTheVault() throws IOException {
        CreatedInvite invite = invite(Role.MEMBER);
        assertThat(invite.text()).contains("--join").contains(invite.token());
        assertThat(first.access().invites().thatOpenTheVault())
                .contains(invite.invite().id());
        Console second = there(3);
        second.join(invite.token());
        second.started();
        Member anna = second.access().person().orElseThrow();
        assertThat(anna.email()).isEqualTo("anna@example.com");
        assertThat(second.access().windowCaller("req_2").scopes()).isEqualTo(Role.MEMBER.scopes());
        assertThat(second.vault().findText(PASSWORD)).contains("secret");
        String token = Files.readString(second.access().localTokenFile()).strip();
        assertThat(AccessFixture.authenticate(first.access(), token).memberId()).isEqualTo(anna.id());
        assertRefused(() -> there(4).join(invite.token()), "was taken");
        assertThat(first.access().invites().thatOpenTheVault()).isEmpty();
    }

    @Test
    void aHomeThatHasNotJoinedIsNobodys() {
        Console second = there(3).started();
        assertThat(second.access().person()).isEmpty();
        assertThat(second.access().windowCaller("req_2").scopes()).isEmpty();
        assertThat(second.access().ownerOrganizationId()).isEqualTo(owner.organizationId());
        assertThat(Files.exists(second.access().localTokenFile())).isFalse();
        assertRefused(second.access()::requirePerson, "nobody's");
    }

    @Test
    void aRotationEndsThePartThatOpensTheVaultAndLeavesTheInvite() {
        CreatedInvite invite = invite(Role.ADMIN);
        var job = first.service().rotate(owner);
        Awaiting.until(() -> first.jobs().get(owner, job.id()).status().isFinal());
        assertThat(first.access().invites().thatOpenTheVault()).isEmpty();
        assertRefused(() -> there(3).join(invite.token()), "Ask an owner for another one");
        assertThat(there(4).started().access().person()).isEmpty();
        AcceptedInvite accepted = first.access().inviteAcceptance().accept(invite.token(), "req_2", null);
        assertThat(accepted.member().role()).isEqualTo(Role.ADMIN);
    }

    @Test
    void onlyWhoMayLetHomesInMakesAnInviteThatOpensTheVault() {
        Caller admin = here.organizations().newMember(owner.organizationId(), Role.ADMIN);
        String code = first.access()
                .invites()
                .create(admin, "anna@example.com", Role.VIEWER)
                .token();
        assertThat(first.access().invites().thatOpenTheVault()).isEmpty();
        assertRefused(() -> there(3).join(code), "Ask an owner for another one");
    }

    @Test
    void anInvitationToTheVaultEndsWithTheRightOfWhoMadeIt() {
        Caller second = here.organizations().newMember(owner.organizationId(), Role.OWNER);
        String code = first.service().invite(second).code();
        first.access().members().changeRole(owner, second.memberId(), Role.OWNER, Role.VIEWER);
        assertRefused(() -> there(3).join(code), "may not let homes in any more");
    }

    @Test
    void anInvitationToTheVaultEndsWithTheKeyThatMadeIt() {
        CreatedApiKey key = first.access()
                .apiKeys()
                .create(owner, new NewApiKey("CI", List.of("organization:write", "members:write"), 7, null));
        Caller narrow = AccessFixture.authenticate(first.access(), key);
        CreatedApiKey other =
                first.access().apiKeys().create(owner, new NewApiKey("CI", List.of("organization:write"), 7, null));
        String code = first.service()
                .invite(AccessFixture.authenticate(first.access(), other))
                .code();
        first.access().apiKeys().delete(owner, other.key().id(), false, false);
        assertRefused(() -> there(3).join(code), "may not let homes in any more");
        there(4).join(first.service().invite(narrow).code());
        // A key with less than its member has gives nobody its member's window.
        assertThat(there(5).started().access().person()).isEmpty();
    }

    @Test
    void aLostHomesTokenIsRevokedFromAnother() throws IOException {
        there(3).join(invite(Role.MEMBER).token());
        Console second = there(4).started();
        String token = Files.readString(second.access().localTokenFile()).strip();
        Caller anna = AccessFixture.authenticate(first.access(), token);
        assertThat(anna.requestsPerMinute()).isEqualTo(600);
        assertThat(anna.isOwnerInPerson()).isFalse();
        first.access().apiKeys().delete(owner, String.valueOf(anna.keyId()), false, false);
        assertThatThrownBy(() -> AccessFixture.authenticate(first.access(), token))
                .isInstanceOf(AppException.class);
        assertThat(there(5).started().access().person()).isEmpty();
        there(6).join(invite(Role.MEMBER).token());
        assertThat(there(7).started().access().person().orElseThrow().id()).isEqualTo(anna.memberId());
    }

    @Test
    void aHomeThatIsSomebodysIsNotTakenFromThem() {
        CreatedInvite invite = invite(Role.MEMBER);
        assertRefused(() -> first.join(invite.token()), "Owner's");
        assertThat(Console.of(here, "srv_here", 9)
                        .started()
                        .access()
                        .person()
                        .orElseThrow()
                        .id())
                .isEqualTo(owner.memberId());
        there(3).join(invite.token());
    }

    @Test
    void anInvitationToTheVaultMakesAHomeTheirsWhoMadeIt() {
        there(3).join(first.service().invite(owner).code());
        assertThat(there(4).started().access().person().orElseThrow().id()).isEqualTo(owner.memberId());
    }

    @Test
    void anInviteThatWasTakenOverHttpOpensNoVault() {
        CreatedInvite invite = invite(Role.MEMBER);
        first.access().inviteAcceptance().accept(invite.token(), "req_2", "127.0.0.1");
        assertThat(first.access().invites().thatOpenTheVault()).isEmpty();
        assertRefused(() -> there(3).join(invite.token()), "was taken");
        assertThat(there(4).started().access().person()).isEmpty();
    }

    @Test
    void anExpiredInviteLetsNobodyIn() {
        CreatedInvite invite = invite(Role.MEMBER);
        here.clock().advance(Duration.ofDays(3));
        assertRefused(() -> there(3).join(invite.token()), "ended at");
        here.clock().advance(Duration.ofHours(-1));
        assertRefused(() -> there(3).join(invite.token()), "ended at");
        assertThat(first.access()
                        .members()
                        .list(owner, new PageRequest(9, null))
                        .items())
                .hasSize(1);
    }

    @Test
    void aRemovedMembersWindowMayNothingWithinASecondAndTheirHomeOpensTheVaultNoLonger() throws IOException {
        CreatedInvite invite = invite(Role.ADMIN);
        there(3).join(invite.token());
        Console second = there(4).started();
        String token = Files.readString(second.access().localTokenFile()).strip();
        Member anna = second.access().person().orElseThrow();
        List<AutoCloseable> loops = second.access().follow(there.workers());
        first.access().members().changeRole(owner, anna.id(), Role.ADMIN, Role.VIEWER);
        Awaiting.until(() -> second.access().windowCaller("req_2").scopes().equals(Role.VIEWER.scopes()));
        first.access().members().remove(owner, anna.id());
        Awaiting.until(() -> second.access().windowCaller("req_3").scopes().equals(Set.of()));
        assertThat(first.service().status(owner).homes()).hasSize(1);
        assertThatThrownBy(() -> AccessFixture.authenticate(second.access(), token))
                .isInstanceOf(AppException.class);
        Console again = there(5).started();
        assertThat(again.access().person()).isEmpty();
        assertRefused(again.access()::requirePerson, "nobody's");
        assertThat(loops).hasSize(2);
        // Invited again, the home is theirs again.
        String code = first.access()
                .invites()
                .create(owner, "anna@example.com", Role.VIEWER)
                .token();
        there(6).join(code);
        Member back = there(7).started().access().person().orElseThrow();
        assertThat(back.id()).isNotEqualTo(anna.id());
        assertThat(back.role()).isEqualTo(Role.VIEWER);
    }

    private static void assertRefused(ThrowingCallable call, String why) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.STATE_INVALID))
                .hasMessageContaining(why);
    }
}
