package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.RefusedCommits.Trouble;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who may do what is what the state says, also where the answer to the commit was lost. The clock stands still, so nothing
 * is read again only because a second has passed.
 */
@ParameterizedClass
@EnumSource
@SuppressWarnings("NullAway.Init")
class RefusedAccessTest {

    @TempDir
    private Path directory;

    private final StateKind kind;
    private OpenState state;
    private Access access;
    private Caller owner;

    RefusedAccessTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        state = OpenState.create(kind, directory);
        access = AccessFixture.start(state, AccessFixture.HOME_ID, 1);
        owner = access.windowCaller("req_1");
    }

    @AfterEach
    void close() {
        state.close();
    }

    @Test
    void aKeyWhoseDeletionWasDoneIsNoKey() {
        CreatedApiKey key = key();
        assertThat(callerOf(key).keyId()).isEqualTo(key.key().id());
        fail(Trouble.REFUSED, () -> access.apiKeys().delete(owner, key.key().id(), false, false));
        assertThat(callerOf(key).keyId()).isEqualTo(key.key().id());

        fail(Trouble.ANSWER_LOST, () -> access.apiKeys().delete(owner, key.key().id(), false, false));

        assertThatThrownBy(() -> callerOf(key)).isInstanceOf(AppException.class);
    }

    @Test
    void aKeyMakesNoMoreCallsThanTheStateSays() {
        CreatedApiKey key = key();
        assertThat(callerOf(key).requestsPerMinute()).isEqualTo(100);
        fail(Trouble.REFUSED, () -> limit(key));
        assertThat(callerOf(key).requestsPerMinute()).isEqualTo(100);

        fail(Trouble.ANSWER_LOST, () -> limit(key));

        assertThat(callerOf(key).requestsPerMinute()).isEqualTo(77);
    }

    /** A console that shares its state with nobody reads whose it is when it starts, and at changes of its own. */
    @Test
    void theWindowHasTheRoleThatTheStateSays() {
        Caller second = secondOwner();
        fail(Trouble.REFUSED, () -> demote(second));
        assertThat(access.windowCaller("req_2").scopes()).isEqualTo(Role.OWNER.scopes());

        fail(Trouble.ANSWER_LOST, () -> demote(second));

        assertThat(access.windowCaller("req_2").scopes()).isEqualTo(Role.VIEWER.scopes());
    }

    @Test
    void nobodySitsAtTheWindowOnceTheirRemovalWasDone() {
        Caller second = secondOwner();
        fail(Trouble.REFUSED, () -> access.members().remove(second, owner.memberId()));
        assertThat(access.person()).isPresent();

        fail(Trouble.ANSWER_LOST, () -> access.members().remove(second, owner.memberId()));

        assertThat(access.windowCaller("req_2").scopes()).isEmpty();
        assertThat(access.person()).isEmpty();
    }

    private CreatedApiKey key() {
        return access.apiKeys().create(owner, new NewApiKey("ci", List.of("servers:read"), 0, 100));
    }

    private Caller callerOf(CreatedApiKey key) {
        return access.authenticator().authenticate(key.token().text(), Origin.HTTP, "req_2", "127.0.0.1");
    }

    private void limit(CreatedApiKey key) {
        var _ = access.apiKeys().setRequestsPerMinute(owner, key.key().id(), 77);
    }

    private Caller secondOwner() {
        return state.organizations().newMember(owner.organizationId(), Role.OWNER);
    }

    private void demote(Caller second) {
        var _ = access.members().changeRole(second, owner.memberId(), Role.OWNER, Role.VIEWER);
    }

    private void fail(Trouble trouble, Runnable change) {
        state.commits().failMine(trouble, 1);
        assertThatThrownBy(change::run).isInstanceOf(AppException.class);
        assertThat(state.commits().end()).isTrue();
    }
}
