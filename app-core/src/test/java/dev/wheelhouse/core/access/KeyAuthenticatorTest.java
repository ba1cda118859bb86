package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyAuthenticatorTest {

    @TempDir
    private Path directory;

    private final JdbcAccessStore rows = new JdbcAccessStore();
    private OpenState state;
    private Access access;
    private TestOrganizations organizations;
    private Caller owner;

    @BeforeEach
    void open() {
        state = OpenState.create(StateKind.SQLITE, directory);
        access = AccessFixture.start(state, AccessFixture.HOME_ID, 1);
        organizations = state.organizations();
        owner = access.windowCaller("req_1");
    }

    @AfterEach
    void close() {
        state.close();
    }

    @Test
    void saysWhoCallsThroughWhichFace() {
        CreatedApiKey created = create(owner, "*");
        Caller caller = access.authenticator().authenticate(created.token().text(), Origin.MCP, "req_9", "10.0.0.9");
        assertThat(caller)
                .isEqualTo(new Caller(
                        owner.organizationId(),
                        owner.memberId(),
                        created.key().id(),
                        false,
                        Role.OWNER.scopes(),
                        Origin.MCP,
                        "req_9",
                        "10.0.0.9",
                        600));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "whk_", "Bearer whk_x", "🙂"})
    void refusesWhatIsNoToken(String text) {
        assertRefused(AccessError.UNAUTHENTICATED, text);
    }

    @Test
    void refusesAWellFormedTokenThatNobodyMade() {
        assertRefused(
                AccessError.UNAUTHENTICATED, Token.generate(new Random(99)).text());
    }

    @ParameterizedTest
    @EnumSource
    void cutsAKeyToItsMembersRoleAtEveryCall(Role role) {
        Caller admin = organizations.newMember(owner.organizationId(), Role.ADMIN);
        CreatedApiKey all = create(admin, "*");
        CreatedApiKey two = create(admin, "databases:admin", "apps:read");
        organizations.setRole(admin, role);
        state.clock().advance(Duration.ofSeconds(1));
        assertThat(AccessFixture.authenticate(access, all).scopes()).isEqualTo(role.scopes());
        assertThat(AccessFixture.authenticate(access, two).may(Scope.DATABASES_ADMIN))
                .isEqualTo(role.scopes().contains(Scope.DATABASES_ADMIN));
        assertThat(AccessFixture.authenticate(access, two).may(Scope.APPS_READ)).isTrue();
        assertThat(AccessFixture.authenticate(access, two).may(Scope.MAIL_READ)).isFalse();
    }

    @Test
    void givesARightBackWithTheRole() {
        Caller admin = organizations.newMember(owner.organizationId(), Role.ADMIN);
        CreatedApiKey key = create(admin, "databases:admin");
        organizations.setRole(admin, Role.VIEWER);
        assertThat(AccessFixture.authenticate(access, key).scopes()).isEmpty();
        organizations.setRole(admin, Role.ADMIN);
        state.clock().advance(Duration.ofSeconds(1));
        assertThat(AccessFixture.authenticate(access, key).scopes()).containsExactly(Scope.DATABASES_ADMIN);
    }

    @Test
    void ignoresStoredScopesThatThisVersionDoesNotKnow() {
        CreatedApiKey key = create(owner, "apps:read");
        state.store()
                .change(tx -> tx.handle()
                        .execute(
                                "UPDATE api_key SET scopes = '[\"apps:read\",\"later:read\"]' WHERE id = ?",
                                key.key().id()));
        assertThat(AccessFixture.authenticate(access, key).scopes()).containsExactly(Scope.APPS_READ);
    }

    @Test
    void tellsAnExpiredTokenFromAnUnknownOneToTheMillisecond() {
        CreatedApiKey key = access.apiKeys().create(owner, new NewApiKey("ci", List.of("*"), 7, null));
        state.clock().advance(Duration.ofDays(7).minusMillis(1));
        assertThat(AccessFixture.authenticate(access, key).keyId())
                .isEqualTo(key.key().id());
        state.clock().advance(Duration.ofMillis(1));
        assertRefused(AccessError.TOKEN_EXPIRED, key.token().text());
    }

    @Test
    void writesTheUseOfAKeyAtMostOnceAMinute() {
        CreatedApiKey created = create(owner, "*");
        KeyAuthenticator authenticator = authenticatorOnThisThread();
        Instant firstUse = state.clock().instant();

        use(authenticator, created);
        assertThat(lastUsed(created)).isEqualTo(firstUse);
        state.clock().advance(Duration.ofMillis(59_999));
        use(authenticator, created);
        assertThat(lastUsed(created)).isEqualTo(firstUse);
        state.clock().advance(Duration.ofMillis(1));
        use(authenticator, created);
        assertThat(lastUsed(created)).isEqualTo(firstUse.plus(Duration.ofMinutes(1)));
    }

    @Test
    void doesNotWriteTheUseAgainWithinTheMinuteAfterARestart() {
        CreatedApiKey created = create(owner, "*");
        Instant firstUse = state.clock().instant();
        use(authenticatorOnThisThread(), created);
        state.clock().advance(Duration.ofSeconds(30));
        use(authenticatorOnThisThread(), created);
        assertThat(lastUsed(created)).isEqualTo(firstUse);
    }

    @Test
    void writesTheUseOnceWhenManyCallAtOnce() throws InterruptedException {
        CreatedApiKey created = create(owner, "*");
        AtomicInteger writes = new AtomicInteger();
        KeyAuthenticator authenticator = new KeyAuthenticator(
                state.store(), rows, AccessFixture.HOME_ID, _ -> writes.incrementAndGet(), state.clock());
        AtOnce.run(50, number -> () -> {
            use(authenticator, created);
            return number;
        });
        assertThat(writes).hasValue(1);
    }

    @Test
    void remembersAKeyForASecondAndNotLonger() {
        CreatedApiKey created = create(owner, "*");
        KeyAuthenticator authenticator = authenticatorOnThisThread();
        use(authenticator, created);
        // As another console of a shared store would.
        state.store().change(tx -> rows.deleteKey(tx, created.key().id()));
        state.clock().advance(Duration.ofMillis(999));
        use(authenticator, created);
        state.clock().advance(Duration.ofMillis(1));
        assertThatThrownBy(() -> use(authenticator, created)).isInstanceOf(AppException.class);
    }

    @Test
    void forgetsWhatItRememberedWhenTheClockIsSetBack() {
        CreatedApiKey created = create(owner, "*");
        KeyAuthenticator authenticator = authenticatorOnThisThread();
        use(authenticator, created);
        state.store().change(tx -> rows.deleteKey(tx, created.key().id()));
        state.clock().advance(Duration.ofHours(-1));
        assertThatThrownBy(() -> use(authenticator, created)).isInstanceOf(AppException.class);
    }

    @Test
    void servesManyKeysWithoutRememberingThemAllForEver() {
        KeyAuthenticator authenticator = authenticatorOnThisThread();
        List<CreatedApiKey> created = new ArrayList<>();
        state.store().change(tx -> {
            for (int i = 0; i < 1100; i++) {
                Token token = Token.generate(new Random(1000 + i));
                ApiKey key = new ApiKey(
                        "key_" + i,
                        owner.organizationId(),
                        owner.memberId(),
                        null,
                        null,
                        "many",
                        List.of("apps:read"),
                        token.displayPrefix(),
                        token.lastFour(),
                        null,
                        null,
                        null,
                        state.clock().instant());
                rows.insertKey(tx, key, token.hash());
                rows.noteUse(tx, key, state.clock().instant());
                created.add(new CreatedApiKey(key, token));
            }
        });
        for (CreatedApiKey each : created) {
            assertThat(use(authenticator, each).keyId()).isEqualTo(each.key().id());
        }
        assertThat(use(authenticator, created.getFirst()).keyId()).isEqualTo("key_0");
    }

    private CreatedApiKey create(Caller creator, String... scopes) {
        return access.apiKeys().create(creator, new NewApiKey("ci", List.of(scopes), null, null));
    }

    private KeyAuthenticator authenticatorOnThisThread() {
        return new KeyAuthenticator(state.store(), rows, AccessFixture.HOME_ID, Runnable::run, state.clock());
    }

    private static Caller use(KeyAuthenticator authenticator, CreatedApiKey key) {
        return authenticator.authenticate(key.token().text(), Origin.HTTP, "req_1", "127.0.0.1");
    }

    private @Nullable Instant lastUsed(CreatedApiKey key) {
        return access.apiKeys().get(owner, key.key().id()).lastUsedAt();
    }

    private void assertRefused(ErrorCode code, String token) {
        assertThatThrownBy(() -> AccessFixture.authenticate(access, token))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(code));
    }
}
