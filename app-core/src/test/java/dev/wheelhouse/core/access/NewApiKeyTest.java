package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewApiKeyTest {

    private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");
    private static final Caller OWNER = caller(Role.OWNER.scopes());
    private static final Caller MEMBER = caller(Role.MEMBER.scopes());

    @ParameterizedTest
    @ValueSource(strings = {"a", "CI of büro 🙂", " padded "})
    void takesAnyNameThatSaysSomething(String name) {
        assertThat(problems(new NewApiKey(name, null, null, null), OWNER)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "two\nlines", "nul\u0000", "escape\u001b[31m"})
    void refusesNamesThatSayNothingOrHoldControlCharacters(String name) {
        assertThat(problems(new NewApiKey(name, null, null, null), OWNER)).containsExactly("name");
    }

    @Test
    void takesNamesOfUpToAHundredCharacters() {
        assertThat(problems(new NewApiKey("n".repeat(100), null, null, null), OWNER))
                .isEmpty();
        assertThat(problems(new NewApiKey("n".repeat(101), null, null, null), OWNER))
                .containsExactly("name");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 30, 60, 90, 365})
    void takesTheDocumentedLifetimes(int days) {
        NewApiKey key = new NewApiKey("ci", null, days, null);
        assertThat(problems(key, OWNER)).isEmpty();
        assertThat(key.end(null, NOW)).isEqualTo(days == 0 ? null : NOW.plus(Duration.ofDays(days)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 8, 366, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void refusesOtherLifetimes(int days) {
        assertThat(problems(new NewApiKey("ci", null, days, null), OWNER)).containsExactly("expiresInDays");
    }

    @Test
    void livesNinetyDaysUnlessToldOtherwise() {
        assertThat(new NewApiKey("ci", null, null, null).end(null, NOW)).isEqualTo(NOW.plus(Duration.ofDays(90)));
    }

    @ParameterizedTest
    @CsvSource({"7, 7, 7", "7, , 7", "365, , 90", "365, 90, 90", "0, , 90", "0, 0, 0", "0, 365, 365"})
    void endsWithItsParentAtTheLatest(int parentDays, @Nullable Integer days, int expected) {
        ApiKey parent = key(List.of("*"), new NewApiKey("parent", null, parentDays, null).end(null, NOW));
        assertThat(new NewApiKey("ci", null, days, null).end(parent, NOW))
                .isEqualTo(expected == 0 ? null : NOW.plus(Duration.ofDays(expected)));
    }

    @ParameterizedTest
    @CsvSource({"7, 30", "90, 365", "30, 0"})
    void isRefusedALongerLifeThanItsParent(int parentDays, int days) {
        ApiKey parent = key(List.of("*"), NOW.plus(Duration.ofDays(parentDays)));
        assertThatThrownBy(() -> new NewApiKey("ci", null, days, null).end(parent, NOW))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(((FieldProblems) refused.details()).errors())
                                .extracting(FieldProblem::path)
                                .containsExactly("expiresInDays"));
    }

    @Test
    void getsNoStarFromAParentThatWouldNotFollowAPromotion() {
        List<String> all =
                Role.MEMBER.scopes().stream().map(Scope::wireName).sorted().toList();
        NewApiKey wanted = new NewApiKey("ci", List.of("*"), null, null);
        assertThat(wanted.effectiveScopes(MEMBER, key(all, null), Role.MEMBER.scopes()))
                .containsExactlyInAnyOrderElementsOf(all);
        assertThat(wanted.effectiveScopes(MEMBER, key(List.of("*"), null), Role.MEMBER.scopes()))
                .containsExactly("*");
    }

    @Test
    void namesEveryFieldAtFaultAtOnce() {
        assertThat(problems(
                        new NewApiKey("", List.of("apps:read", "apps:fly", "", "organization:write"), 5, null), MEMBER))
                .containsExactly("name", "expiresInDays", "scopes[1]", "scopes[2]", "scopes[3]");
        assertThat(problems(new NewApiKey("ci", List.of(), null, null), OWNER)).containsExactly("scopes");
    }

    @Test
    void refusesScopesThatTheCreatorDoesNotHave() {
        for (Scope scope : Scope.values()) {
            NewApiKey key = new NewApiKey("ci", List.of(scope.wireName()), null, null);
            assertThat(problems(key, MEMBER).isEmpty()).as(scope.wireName()).isEqualTo(MEMBER.may(scope));
        }
    }

    @Test
    void readsEverythingAndAsksReadOnlyUnlessToldOtherwise() {
        List<String> expected = Stream.concat(
                        Arrays.stream(Scope.values()).map(Scope::wireName).filter(name -> name.endsWith(":read")),
                        Stream.of("databases:query"))
                .toList();
        assertThat(effective(null, OWNER, Role.OWNER)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void getsNoDefaultScopeThatItsCreatorLacks() {
        assertThat(effective(null, MEMBER, Role.MEMBER)).doesNotContain("members:read", "api-keys:read", "audit:read");
        Caller narrow = caller(Set.of(Scope.API_KEYS_WRITE, Scope.APPS_READ));
        assertThat(effective(null, narrow, Role.OWNER)).containsExactly("apps:read");
    }

    @Test
    void isRefusedWithoutScopesWhenItsCreatorHasNoDefaultOne() {
        Caller narrow = caller(Set.of(Scope.API_KEYS_WRITE));
        assertThat(problems(new NewApiKey("ci", null, null, null), narrow)).containsExactly("scopes");
    }

    @Test
    void keepsTheStarOfWhoHasTheWholeRole() {
        assertThat(effective(List.of("*"), OWNER, Role.OWNER)).containsExactly("*");
        assertThat(effective(List.of("*"), MEMBER, Role.MEMBER)).containsExactly("*");
    }

    @Test
    void turnsTheStarOfALesserKeyIntoWhatThatKeyHas() {
        Caller narrow = caller(Set.of(Scope.API_KEYS_WRITE, Scope.APPS_READ));
        assertThat(effective(List.of("*"), narrow, Role.OWNER)).containsExactly("apps:read", "api-keys:write");
        assertThat(effective(List.of("apps:read", "*"), narrow, Role.OWNER))
                .containsExactly("apps:read", "api-keys:write");
    }

    @Test
    void namesEachScopeOnce() {
        assertThat(effective(List.of("mail:read", "apps:read", "mail:read"), OWNER, Role.OWNER))
                .containsExactly("mail:read", "apps:read");
    }

    private static List<String> effective(@Nullable List<String> scopes, Caller creator, Role role) {
        NewApiKey key = new NewApiKey("ci", scopes, null, null);
        assertThatCode(() -> key.validate(creator)).doesNotThrowAnyException();
        return key.effectiveScopes(creator, null, role.scopes());
    }

    /** The paths of the fields at fault. */
    private static List<String> problems(NewApiKey key, Caller creator) {
        try {
            key.validate(creator);
            return List.of();
        } catch (AppException refused) {
            assertThat(refused.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
            return ((FieldProblems) refused.details())
                    .errors().stream().map(FieldProblem::path).toList();
        }
    }

    private static ApiKey key(List<String> scopes, @Nullable Instant end) {
        return new ApiKey(
                "key_1", "org_1", "mem_1", null, null, "parent", scopes, "whk_", "last", end, null, null, NOW);
    }

    private static Caller caller(Set<Scope> scopes) {
        return new Caller("org_1", "mem_1", null, scopes, Origin.HTTP, "req_1", null);
    }
}
