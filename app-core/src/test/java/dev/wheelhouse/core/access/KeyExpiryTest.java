package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class KeyExpiryTest {

    @TempDir
    private Path directory;

    private final StateKind kind;
    private OpenState state;
    private Access access;
    private Caller owner;
    private KeyExpiry expiry;

    KeyExpiryTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        state = OpenState.create(kind, directory);
        access = AccessFixture.start(state, AccessFixture.HOME_ID, 1);
        owner = access.windowCaller("req_1");
        expiry = anotherConsole("srv_other");
    }

    @AfterEach
    void close() {
        state.close();
    }

    private KeyExpiry anotherConsole(String homeId) {
        EventLog events = new EventLog(state.store(), state.ids(), state.clock(), homeId);
        return new KeyExpiry(state.store(), new JdbcAccessStore(), events, state.clock());
    }

    @Test
    void tellsSevenDaysAndOneDayBeforeOnce() {
        ApiKey key = create(30).key();
        create(0);
        look(Duration.ofDays(22));
        assertThat(told()).isEmpty();
        look(Duration.ofDays(1));
        look(Duration.ofDays(1));
        anotherConsole("srv_third").look();
        assertThat(told()).hasSize(1);
        assertThat(told().getFirst().subjectId()).isEqualTo(key.id());
        look(Duration.ofDays(-3));
        look(Duration.ofDays(3));
        assertThat(told()).hasSize(1);
        look(Duration.ofDays(5));
        look(Duration.ofHours(12));
        assertThat(told()).hasSize(2);
        look(Duration.ofDays(10));
        assertThat(told()).hasSize(2);
    }

    @Test
    void tellsOfAKeyForAWeekOnItsLastDay() {
        create(7);
        look(Duration.ofDays(5));
        assertThat(told()).isEmpty();
        look(Duration.ofDays(1));
        assertThat(told()).hasSize(1);
    }

    @Test
    void whatWasMissedIsToldAsOne() {
        create(30);
        look(Duration.ofDays(29));
        assertThat(told()).hasSize(1);
        look(Duration.ofHours(1));
        assertThat(told()).hasSize(1);
    }

    @Test
    void aConsoleWithAWrongClockEndsNoKeyByLooking() {
        CreatedApiKey key = create(7);
        look(Duration.ofDays(100));
        state.clock().advance(Duration.ofDays(-100));
        assertThat(AccessFixture.authenticate(access, key).keyId())
                .isEqualTo(key.key().id());
    }

    @Test
    void aKeyThatWasRefusedAsExpiredIsSoOnTheNextStartToo() {
        CreatedApiKey key = create(7);
        state.clock().advance(Duration.ofDays(7));
        assertExpired(
                new KeyAuthenticator(
                        state.store(), new JdbcAccessStore(), AccessFixture.HOME_ID, Runnable::run, state.clock()),
                key);
        state.clock().advance(Duration.ofHours(-1));
        assertExpired(access.authenticator(), key);
    }

    private static void assertExpired(Authenticator authenticator, CreatedApiKey key) {
        assertThatThrownBy(() -> authenticator.authenticate(key.token().text(), Origin.HTTP, "req_2", "127.0.0.1"))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(AccessError.TOKEN_EXPIRED));
    }

    private CreatedApiKey create(int days) {
        return access.apiKeys().create(owner, new NewApiKey("CI", List.of("*"), days, null));
    }

    private void look(Duration later) {
        state.clock().advance(later);
        expiry.look();
    }

    private List<Event> told() {
        EventFilter filter = new EventFilter(List.of(EventKind.API_KEY_EXPIRING.wireName()), null, null, null);
        return new EventService(state.store())
                .list(owner, filter, new PageRequest(50, null))
                .items();
    }
}
