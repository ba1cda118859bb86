package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class ApiKeyServiceTest {

    private static final PageRequest FIRST_PAGE = new PageRequest(50, null);

    @TempDir
    private Path directory;

    private final StateKind kind;
    private OpenState state;
    private Access access;
    private ApiKeyService keys;
    private Caller owner;

    ApiKeyServiceTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        state = OpenState.create(kind, directory);
        access = AccessFixture.start(state, AccessFixture.HOME_ID, 1);
        keys = access.apiKeys();
        owner = access.windowCaller("req_1");
    }

    @AfterEach
    void close() {
        state.close();
    }

    @Test
    void showsWhatItMadeAndTheTokenThisOnce() {
        CreatedApiKey created = keys.create(owner, new NewApiKey(" CI ", List.of("apps:read"), 30, null));
        ApiKey key = created.key();
        assertThat(key.id()).startsWith("key_");
        assertThat(key.name()).isEqualTo("CI");
        assertThat(key.scopes()).containsExactly("apps:read");
        assertThat(key.memberId()).isEqualTo(owner.memberId());
        assertThat(key.createdAt()).isEqualTo(state.clock().instant());
        assertThat(key.expiresAt()).isEqualTo(state.clock().instant().plus(Duration.ofDays(30)));
        assertThat(key.lastUsedAt()).isNull();
        assertThat(key.isLocal()).isFalse();
        assertThat(created.token().text()).startsWith(key.tokenPrefix()).endsWith(key.tokenLast4());
        assertThat(keys.get(owner, key.id())).isEqualTo(key);
        assertThat(keys.list(owner, FIRST_PAGE).items()).contains(key);
    }

    @Test
    void makesKeysThatNeverExpire() {
        assertThat(create(List.of("*"), 0).key().expiresAt()).isNull();
    }

    @Test
    void needsTheScopesForKeys() {
        CreatedApiKey created = create(List.of("*"), null);
        Caller none = TestOrganizations.with(owner, Set.of(Scope.APPS_READ));
        Caller reader = TestOrganizations.with(owner, Set.of(Scope.API_KEYS_READ));
        String id = created.key().id();
        assertRefused(
                PlatformError.INSUFFICIENT_SCOPE, () -> keys.create(reader, new NewApiKey("x", null, null, null)));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> keys.delete(reader, id, false, false));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> keys.get(none, id));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> keys.list(none, FIRST_PAGE));
        assertThat(keys.get(reader, id).id()).isEqualTo(id);
    }

    @Test
    void letsNoKeyMakeOneThatMayMore() {
        CreatedApiKey maker = create(List.of("api-keys:write", "apps:read"), null);
        Caller narrow = AccessFixture.authenticate(access, maker);
        assertRefused(
                PlatformError.VALIDATION_FAILED,
                () -> keys.create(narrow, new NewApiKey("more", List.of("databases:admin"), null, null)));
        for (List<String> wanted :
                Stream.<@Nullable List<String>>of(List.of("*"), null).toList()) {
            CreatedApiKey made = keys.create(narrow, new NewApiKey("same", wanted, null, null));
            assertThat(narrow.scopes())
                    .containsAll(AccessFixture.authenticate(access, made).scopes());
        }
    }

    @Test
    void revokesAtOnce() {
        CreatedApiKey created = create(List.of("*"), null);
        AccessFixture.authenticate(access, created);
        keys.delete(owner, created.key().id(), false, false);
        assertRefused(AccessError.UNAUTHENTICATED, () -> AccessFixture.authenticate(access, created));
        assertRefused(
                PlatformError.NOT_FOUND, () -> keys.get(owner, created.key().id()));
        assertRefused(
                PlatformError.NOT_FOUND, () -> keys.delete(owner, created.key().id(), false, false));
    }

    @Test
    void aKeyOfAKeyEndsWithItAtTheLatest() {
        Caller narrow = AccessFixture.authenticate(access, create(List.of("api-keys:write", "apps:read"), 30));
        CreatedApiKey child = keys.create(narrow, new NewApiKey("child", List.of("apps:read"), null, null));
        assertThat(child.key().parentId()).isEqualTo(narrow.keyId());
        assertThat(child.key().expiresAt()).isEqualTo(state.clock().instant().plus(Duration.ofDays(30)));
        assertThat(keys.get(owner, child.key().id())).isEqualTo(child.key());
        for (int days : new int[] {0, 60}) {
            assertRefused(
                    PlatformError.VALIDATION_FAILED,
                    () -> keys.create(narrow, new NewApiKey("longer", List.of("apps:read"), days, null)));
        }
        state.clock().advance(Duration.ofDays(30));
        assertRefused(AccessError.TOKEN_EXPIRED, () -> AccessFixture.authenticate(access, child));
    }

    @Test
    void aKeyIsRevokedWithItsParentAndOnlyIfThatIsMeant() {
        CreatedApiKey parent = create(List.of("*"), null);
        CreatedApiKey child = child(parent);
        CreatedApiKey grandchild = child(child);
        CreatedApiKey other = create(List.of("*"), null);
        String id = parent.key().id();
        assertThatThrownBy(() -> keys.delete(owner, id, false, false))
                .isInstanceOfSatisfying(AppException.class, refused -> {
                    assertThat(refused.errorCode()).isEqualTo(PlatformError.IN_USE);
                    assertThat(refused).hasMessageContaining("2 keys");
                });
        assertThat(AccessFixture.authenticate(access, grandchild).keyId())
                .isEqualTo(grandchild.key().id());
        keys.delete(owner, id, true, false);
        for (CreatedApiKey gone : List.of(parent, child, grandchild)) {
            assertRefused(AccessError.UNAUTHENTICATED, () -> AccessFixture.authenticate(access, gone));
            assertThat(eventsOf(gone)).containsExactly("api_key.created", "api_key.revoked");
        }
        assertThat(AccessFixture.authenticate(access, other).keyId())
                .isEqualTo(other.key().id());
    }

    @Test
    void aKeyMadeAtTheWindowOrWithTheLocalTokenHasNoParent() throws IOException {
        Caller local = AccessFixture.authenticate(
                access, Files.readString(access.localTokenFile()).strip());
        assertThat(keys.create(local, new NewApiKey("ci", null, 0, null)).key().parentId())
                .isNull();
        assertThat(create(List.of("*"), 0).key().parentId()).isNull();
    }

    @Test
    void nobodyRevokesAKeyThatMayMore() {
        CreatedApiKey strong = create(List.of("*"), null);
        Caller narrow = AccessFixture.authenticate(access, create(List.of("api-keys:write", "apps:read"), null));
        assertRefused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> keys.delete(narrow, strong.key().id(), true, false));
        CreatedApiKey equal = create(List.of("apps:read"), null);
        keys.delete(narrow, equal.key().id(), false, false);
        assertRefused(AccessError.UNAUTHENTICATED, () -> AccessFixture.authenticate(access, equal));
    }

    @Test
    void aRevokedKeyMakesNoMore() {
        CreatedApiKey parent = create(List.of("*"), null);
        Caller caller = AccessFixture.authenticate(access, parent);
        keys.delete(owner, parent.key().id(), false, false);
        assertRefused(AccessError.UNAUTHENTICATED, () -> keys.create(caller, new NewApiKey("late", null, null, null)));
    }

    private CreatedApiKey child(CreatedApiKey parent) {
        return keys.create(
                AccessFixture.authenticate(access, parent), new NewApiKey("child", List.of("*"), null, null));
    }

    @Test
    void doesNotRevokeALocalToken() throws IOException {
        ApiKey local = keys.list(owner, FIRST_PAGE).items().getLast();
        assertThat(local.isLocal()).isTrue();
        assertRefused(PlatformError.STATE_INVALID, () -> keys.delete(owner, local.id(), true, false));
        String token = Files.readString(access.localTokenFile()).strip();
        assertThat(AccessFixture.authenticate(access, token).keyId()).isEqualTo(local.id());
    }

    @Test
    void listsNewestFirstInPagesWithoutGapsOrRepeats() {
        List<String> made = new ArrayList<>(
                keys.list(owner, FIRST_PAGE).items().stream().map(ApiKey::id).toList());
        for (int i = 0; i < 6; i++) {
            state.clock().advance(Duration.ofMillis(i % 2));
            made.addFirst(create(List.of("*"), null).key().id());
        }
        List<String> seen = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<ApiKey> page = keys.list(owner, new PageRequest(3, cursor));
            page.items().forEach(key -> seen.add(key.id()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(seen).isEqualTo(made).hasSize(7);
    }

    @Test
    void knowsNoKeyOfAnotherOrganization() {
        Caller stranger = state.organizations().newOrganization();
        CreatedApiKey theirs = keys.create(stranger, new NewApiKey("theirs", List.of("*"), null, null));
        String id = theirs.key().id();
        assertRefused(PlatformError.NOT_FOUND, () -> keys.get(owner, id));
        assertRefused(PlatformError.NOT_FOUND, () -> keys.delete(owner, id, true, false));
        assertThat(keys.list(owner, FIRST_PAGE).items()).extracting(ApiKey::id).doesNotContain(id);
        assertThat(keys.list(stranger, FIRST_PAGE).items())
                .extracting(ApiKey::id)
                .containsExactly(id);
        assertThat(AccessFixture.authenticate(access, theirs).organizationId()).isEqualTo(stranger.organizationId());
    }

    @Test
    void writesAnEventForEveryKeyMadeAndRevoked() {
        CreatedApiKey created = create(List.of("apps:read"), null);
        keys.delete(owner, created.key().id(), false, false);
        assertThat(eventsOf(created)).containsExactly("api_key.created", "api_key.revoked");
    }

    private List<String> eventsOf(CreatedApiKey key) {
        return state.store()
                .read(tx -> tx.handle()
                        .createQuery("SELECT kind FROM event WHERE subject_id = :id ORDER BY ordinal")
                        .bind("id", key.key().id())
                        .mapTo(String.class)
                        .list());
    }

    @Test
    void keepsNoTokenInTheClear() throws IOException {
        CreatedApiKey created = create(List.of("*"), null);
        String local = Files.readString(access.localTokenFile()).strip();
        AccessFixture.authenticate(access, created);
        for (String token : List.of(created.token().text(), local)) {
            // The middle, since the ends are kept to recognise a token by.
            String secret = token.substring(10, 40);
            assertThat(allStoredText()).doesNotContain(secret);
            Tree.contents(directory).forEach((file, content) -> {
                if (!file.equals(access.localTokenFile())) {
                    assertThat(content.contains(secret)).as("%s", file).isFalse();
                }
            });
        }
    }

    private CreatedApiKey create(List<String> scopes, @Nullable Integer days) {
        return keys.create(owner, new NewApiKey("ci", scopes, days, null));
    }

    /** Every row that a token might have got into, as text. */
    private String allStoredText() {
        return state.store()
                .read(tx -> Stream.of("api_key", "event", "member", "intent", "secret")
                        .flatMap(table -> tx.handle().createQuery("SELECT * FROM " + table).mapToMap().list().stream())
                        .map(row -> String.valueOf(row.values()))
                        .reduce("", String::concat));
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(code));
    }
}
