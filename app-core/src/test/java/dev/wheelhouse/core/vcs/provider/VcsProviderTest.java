package dev.wheelhouse.core.vcs.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.vcs.provider.VcsStandIn.Kept;
import dev.wheelhouse.core.vcs.provider.VcsStandIn.Reply;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of provider, over a stand-in on loopback. */
class VcsProviderTest {

    private static final HookSecrets SECRETS =
            new HookSecrets("whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", "a-plain-token");
    private static final String URL = "https://console.example/hooks/vcs/hook_1";

    private final SettableClock clock = new SettableClock();
    private final Workers workers = new Workers();
    private @Nullable VcsStandIn opened;
    private Duration limit = Duration.ofSeconds(20);
    private @Nullable VcsProviders providers;

    @AfterEach
    void stop() {
        if (opened != null) {
            opened.close();
        }
        workers.close();
    }

    private VcsStandIn standIn(VcsKind kind) {
        VcsStandIn standIn = VcsStandIn.of(kind);
        opened = standIn;
        return standIn;
    }

    private VcsProvider provider(VcsStandIn standIn) {
        return provider(standIn.kind(), standIn.base(), VcsStandIn.TOKEN);
    }

    private VcsProvider provider(VcsKind kind, URI base, String token) {
        if (providers == null) {
            providers = new VcsProviders(new OutgoingRequests(() -> List.of("127.0.0.1"), workers), clock, limit);
        }
        return providers.of(kind, base, token, "vcs_1 1");
    }

    private static AppException failure(ThrowingCallable call) {
        AppException failure = catchThrowableOfType(AppException.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure).hasMessageNotContaining(VcsStandIn.TOKEN);
        return failure;
    }

    private static AppException upstream(ThrowingCallable call) {
        AppException failure = failure(call);
        assertThat(failure.errorCode()).as(failure.getMessage()).isEqualTo(PlatformError.UPSTREAM_FAILED);
        return failure;
    }

    private static void add(VcsStandIn standIn, int count) {
        List<Integer> numbers = new java.util.ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(i);
        }
        Collections.shuffle(numbers, new Random(7));
        numbers.forEach(each -> standIn.add("acme", "app-%04d".formatted(each)));
    }

    private static int pages(VcsKind kind, int repositories) {
        int size = kind == VcsKind.GITEA ? 50 : 100;
        // A keyset's last full page leads to an empty one.
        return kind == VcsKind.GITLAB ? repositories / size + 1 : (repositories + size - 1) / size;
    }

    @ParameterizedTest
    @EnumSource
    void listsThreeThousandOverAllPagesByFullName(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        add(standIn, 3_000);
        List<VcsRepository> found = provider(standIn).repositories();
        assertThat(found).hasSize(3_000).extracting(VcsRepository::fullName).isSorted();
        assertThat(found).extracting(VcsRepository::fullName).doesNotHaveDuplicates();
        assertThat(standIn.asked()).hasSize(pages(kind, 3_000));
        VcsRepository first = found.getFirst();
        assertThat(first.owner()).isEqualTo("acme");
        assertThat(first.name()).isEqualTo("app-0000");
        assertThat(first.defaultBranch()).isEqualTo("main");
        assertThat(first.isPrivate()).isTrue();
        assertThat(first.cloneUrl()).endsWith("/acme/app-0000.git");
    }

    @ParameterizedTest
    @EnumSource(names = {"GITHUB", "GITLAB"})
    void asksForUnchangedPagesByTheirEntityTag(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        add(standIn, 250);
        VcsProvider provider = provider(standIn);
        List<VcsRepository> first = provider.repositories();
        standIn.asked().clear();
        assertThat(provider.repositories()).isEqualTo(first);
        assertThat(standIn.asked()).hasSize(3).allMatch(each -> !each.tag().isEmpty());
        // At the end of the list, so that the pages before stay the same.
        standIn.add("zeta", "new");
        assertThat(provider.repositories())
                .hasSize(251)
                .contains(new VcsRepository("zeta", "new", "zeta/new", "main", true, cloneUrl(standIn)));
    }

    private static String cloneUrl(VcsStandIn standIn) {
        return (standIn.kind() == VcsKind.GITHUB ? "https://github.example" : standIn.base()) + "/zeta/new.git";
    }

    @ParameterizedTest
    @EnumSource
    void seesOneMoreThanAFullLastPageHad(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        add(standIn, 100);
        VcsProvider provider = provider(standIn);
        assertThat(provider.repositories()).hasSize(100);
        standIn.add("zeta", "new");
        assertThat(provider.repositories()).hasSize(101);
    }

    @ParameterizedTest
    @EnumSource
    void saysWhenALimitInTheMiddleOfPagesEndsAndGoesOnThen(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        add(standIn, 1_000);
        Instant end = clock.instant().plus(Duration.ofMinutes(12)).truncatedTo(ChronoUnit.SECONDS);
        Map<String, String> headers = switch (kind) {
            case GITHUB ->
                Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", Long.toString(end.getEpochSecond()));
            case GITLAB -> Map.of("RateLimit-Reset", Long.toString(end.getEpochSecond()));
            case GITEA ->
                Map.of(
                        "Retry-After",
                        Long.toString(Duration.between(clock.instant(), end).toSeconds()));
        };
        int status = kind == VcsKind.GITHUB ? 403 : 429;
        standIn.fails(
                _ -> standIn.asked().size() >= 5 ? new Reply(status, headers, "{\"message\":\"slow down\"}") : null);
        VcsProvider provider = provider(standIn);
        AppException failure = upstream(provider::repositories);
        assertThat(failure).hasMessageContaining("limits how often it is asked");
        assertThat(failure.details())
                .isInstanceOfSatisfying(
                        RateLimitEnd.class,
                        details -> assertThat(
                                        Duration.between(end, details.retryAt()).abs())
                                .isLessThan(Duration.ofSeconds(1)));
        assertThat(failure)
                .hasMessageContaining(((RateLimitEnd) failure.details())
                        .retryAt()
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString());
        standIn.fails(_ -> null);
        standIn.asked().clear();
        assertThat(provider.repositories()).hasSize(1_000);
        assertThat(standIn.asked().stream().filter(each -> !each.tag().isEmpty()))
                .as("pages that had come before the limit")
                .hasSize(kind == VcsKind.GITEA ? 0 : 4);
    }

    @Test
    void takesASecondaryLimitForAMinuteWhenItDoesNotSay() {
        VcsStandIn standIn = standIn(VcsKind.GITHUB);
        standIn.fails(_ -> Reply.json(403, Map.of("message", "You have exceeded a secondary rate limit.")));
        AppException failure = upstream(provider(standIn)::repositories);
        assertThat(failure.details()).isEqualTo(new RateLimitEnd(clock.instant().plusSeconds(60)));
    }

    @ParameterizedTest
    @EnumSource
    void endsWithAMessageWhenPagesDoNot(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        standIn.fails(request -> {
            int next = standIn.asked().size() + 1;
            String url = standIn.base() + "/x?page=" + next;
            return new Reply(200, Map.of("Link", "<" + url + ">; rel=\"next\""), "[]");
        });
        assertThat(upstream(provider(standIn)::repositories)).hasMessageContaining("no end of pages");
        assertThat(standIn.asked()).hasSize(200);
        standIn.asked().clear();
        standIn.fails(_ -> new Reply(200, Map.of("Link", "<" + standIn.base() + "/x?page=2>; rel=\"next\""), "[]"));
        assertThat(upstream(provider(standIn)::repositories)).hasMessageContaining("no end of pages");
        assertThat(standIn.asked()).as("the same page again").hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void endsPagesThatTakeTooLongTogether(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        add(standIn, 300);
        standIn.fails(_ -> {
            clock.advance(Duration.ofSeconds(70));
            return null;
        });
        AppException failure = failure(provider(standIn)::repositories);
        assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_TIMEOUT);
        assertThat(failure).hasMessageContaining("took more than 120 s");
    }

    @ParameterizedTest
    @EnumSource
    void sendsTheTokenNowhereElseWhateverALinkSays(VcsKind kind) {
        try (VcsStandIn other = VcsStandIn.of(kind)) {
            VcsStandIn standIn = standIn(kind);
            standIn.fails(_ -> standIn.asked().size() == 1
                    ? new Reply(200, Map.of("Link", "<" + other.base() + "/steal?page=2>; rel=\"next\""), "[]")
                    : new Reply(200, Map.of(), "[]"));
            assertThat(provider(standIn).repositories()).isEmpty();
            assertThat(standIn.asked()).hasSize(2);
            standIn.fails(_ -> new Reply(302, Map.of("Location", other.base() + "/steal"), ""));
            assertThat(upstream(provider(standIn)::repositories)).hasMessageContaining("leads elsewhere (302)");
            upstream(() -> provider(standIn).find("acme", "shop"));
            upstream(provider(standIn)::test);
            assertThat(other.asked()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatIsWrongWithTheFarSide(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        VcsProvider provider = provider(standIn);
        standIn.fails(_ -> new Reply(200, Map.of(), "<html>Sign in</html>"));
        assertThat(upstream(provider::test)).hasMessageContaining("does not answer as the API of " + kind.label());
        assertThat(upstream(provider::repositories)).hasMessageContaining("does not answer as the API of");
        standIn.fails(_ -> new Reply(404, Map.of(), "<html>Nothing</html>"));
        assertThat(upstream(provider::test)).hasMessageContaining("does not answer as the API of");
        standIn.fails(_ -> Reply.json(200, Map.of("hello", "world")));
        assertThat(upstream(provider::test)).hasMessageContaining("does not answer as the API of");
        assertThat(upstream(provider::repositories)).hasMessageContaining("does not answer as the API of");
        standIn.fails(_ -> new Reply(200, Map.of(), "[{\"name\":\"half\"}]"));
        assertThat(upstream(provider::repositories)).hasMessageContaining("does not answer as the API of");
        standIn.fails(_ -> new Reply(502, Map.of(), "<html>Bad Gateway</html>"));
        assertThat(upstream(provider::test)).hasMessageContaining("answered 502");
        standIn.fails(_ -> Reply.json(401, Map.of("message", "no " + VcsStandIn.TOKEN)));
        assertThat(upstream(provider::test))
                .hasMessageContaining("refused the token: it is wrong, has expired or was revoked. It says: no …");
        standIn.fails(_ -> null);
        standIn.revoke();
        assertThat(upstream(provider::repositories)).hasMessageContaining("was revoked");
    }

    @ParameterizedTest
    @EnumSource
    void tellsAServerOfAnotherKind(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        for (VcsKind other : VcsKind.values()) {
            if (other != kind) {
                VcsProvider provider = provider(other, standIn.base(), VcsStandIn.TOKEN);
                assertThat(upstream(provider::test))
                        .hasMessageContaining("the API of " + other.label())
                        .hasMessageContaining("Check the");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitsForASlowAnswerOnlySoLong(VcsKind kind) {
        limit = Duration.ofMillis(300);
        VcsStandIn standIn = standIn(kind);
        CountDownLatch asked = new CountDownLatch(1);
        standIn.fails(_ -> {
            try {
                asked.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return null;
        });
        AppException failure = failure(provider(standIn)::test);
        assertThat(failure.errorCode()).isEqualTo(PlatformError.UPSTREAM_TIMEOUT);
        asked.countDown();
    }

    @ParameterizedTest
    @EnumSource
    void refusesAPrivateHostThatTheSettingsDoNotName(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        providers = new VcsProviders(new OutgoingRequests(List::of, workers), clock);
        AppException failure = failure(provider(standIn)::test);
        assertThat(failure.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
        assertThat(failure).hasMessageContaining("private address");
        assertThat(standIn.asked()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void findsARepositoryAndTellsOfOneThatWasRenamedOrIsGone(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        Kept shop = standIn.add("acme", "shop");
        Kept old = standIn.add("acme", "old.name");
        VcsProvider provider = provider(standIn);
        assertThat(provider.find("acme", "shop")).isInstanceOfSatisfying(RepositoryLookup.Found.class, found -> {
            assertThat(found.repository().fullName()).isEqualTo("acme/shop");
            assertThat(found.repository().defaultBranch()).isEqualTo("main");
        });
        assertThat(provider.find("ACME", "Shop")).isInstanceOf(RepositoryLookup.Found.class);
        standIn.rename(old, "new-name");
        assertThat(provider.find("acme", "old.name"))
                .isInstanceOfSatisfying(
                        RepositoryLookup.Renamed.class,
                        renamed -> assertThat(renamed.now().fullName()).isEqualTo("acme/new-name"));
        standIn.remove(shop);
        assertThat(provider.find("acme", "shop")).isEqualTo(new RepositoryLookup.Gone());
    }

    @ParameterizedTest
    @EnumSource
    void refusesNamesThatWouldLeadToAnotherPath(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        VcsProvider provider = provider(standIn);
        for (String bad :
                List.of("", ".", "..", "a b", "a/../b", "../x", "a%2Fb", "a?b", "a#b", "$(id)", "a\nb", "ä")) {
            AppException owner = failure(() -> provider.find(bad, "shop"));
            assertThat(owner.errorCode()).as(bad).isEqualTo(PlatformError.VALIDATION_FAILED);
            assertThat(owner).hasMessageStartingWith("owner: ");
            assertThat(failure(() -> provider.find("acme", bad))).hasMessageStartingWith("name: ");
            assertThat(failure(() -> provider.putWebhook("acme", bad, null, URL, SECRETS)))
                    .hasMessageStartingWith("name: ");
            assertThat(failure(() -> provider.deleteWebhook("acme", bad, "1", URL)))
                    .hasMessageStartingWith("name: ");
        }
        assertThat(standIn.asked()).isEmpty();
    }

    @Test
    void takesTheWholePathOfAGroupAsOwner() {
        VcsStandIn standIn = standIn(VcsKind.GITLAB);
        standIn.add("acme/web/front", "shop");
        RepositoryLookup found = provider(standIn).find("acme/web/front", "shop");
        assertThat(found).isInstanceOfSatisfying(RepositoryLookup.Found.class, it -> {
            assertThat(it.repository().owner()).isEqualTo("acme/web/front");
            assertThat(it.repository().name()).isEqualTo("shop");
        });
    }

    @ParameterizedTest
    @EnumSource
    void makesOneWebhookAndTakesTheOneThatIsThere(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        standIn.add("acme", "shop");
        VcsProvider provider = provider(standIn);
        RemoteHook made = provider.putWebhook("acme", "shop", null, URL, SECRETS);
        assertThat(made.url()).isEqualTo(URL);
        assertThat(made.active()).isTrue();
        assertThat(made.signed()).isTrue();
        assertThat(standIn.hooks("acme/shop")).hasSize(1).first().satisfies(hook -> asAsked(kind, hook));

        HookSecrets other = new HookSecrets("whsec_" + "A".repeat(43) + "=", "other-token");
        RemoteHook again = provider.putWebhook("acme", "shop", null, URL, other);
        assertThat(again.id()).isEqualTo(made.id());
        assertThat(standIn.hooks("acme/shop")).hasSize(1).first().asString().contains(other.signing());

        RemoteHook moved = provider.putWebhook("acme", "shop", made.id(), URL + "/moved", SECRETS);
        assertThat(moved.id()).isEqualTo(made.id());
        assertThat(moved.url()).isEqualTo(URL + "/moved");
        assertThat(standIn.hooks("acme/shop")).hasSize(1);

        provider.deleteWebhook("acme", "shop", made.id(), URL);
        assertThat(standIn.hooks("acme/shop")).isEmpty();
        provider.deleteWebhook("acme", "shop", made.id(), URL);

        var _ = provider.putWebhook("acme", "shop", null, URL, SECRETS);
        provider.deleteWebhook("acme", "shop", null, URL + "/another");
        assertThat(standIn.hooks("acme/shop")).hasSize(1);
        provider.deleteWebhook("acme", "shop", null, URL);
        assertThat(standIn.hooks("acme/shop")).isEmpty();
    }

    private static void asAsked(VcsKind kind, Map<String, Object> hook) {
        switch (kind) {
            case GITHUB ->
                assertThat(hook)
                        .containsEntry("name", "web")
                        .containsEntry("active", true)
                        .containsEntry("events", List.of("push"))
                        .containsEntry(
                                "config",
                                Map.of(
                                        "url",
                                        URL,
                                        "content_type",
                                        "json",
                                        "insecure_ssl",
                                        "0",
                                        "secret",
                                        SECRETS.signing()));
            case GITLAB ->
                assertThat(hook)
                        .containsEntry("url", URL)
                        .containsEntry("push_events", true)
                        .containsEntry("enable_ssl_verification", true)
                        .containsEntry("signing_token", SECRETS.signing())
                        .containsEntry("token", "a-plain-token");
            case GITEA ->
                assertThat(hook)
                        .containsEntry("type", "gitea")
                        .containsEntry("active", true)
                        .containsEntry("events", List.of("push"))
                        .containsEntry(
                                "config", Map.of("url", URL, "content_type", "json", "secret", SECRETS.signing()));
        }
    }

    @Test
    void seesThatAnOlderGitLabDoesNotSign() {
        GitLabStandIn standIn = (GitLabStandIn) standIn(VcsKind.GITLAB);
        standIn.signsNothing();
        standIn.add("acme", "shop");
        assertThat(provider(standIn)
                        .putWebhook("acme", "shop", null, URL, SECRETS)
                        .signed())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void saysWhyAWebhookIsNotMade(VcsKind kind) {
        VcsStandIn standIn = standIn(kind);
        VcsProvider provider = provider(standIn);
        AppException gone = failure(() -> provider.putWebhook("acme", "gone", null, URL, SECRETS));
        assertThat(gone.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
        assertThat(gone).hasMessageContaining("has no repository acme/gone");
        standIn.add("acme", "theirs", false, false);
        AppException theirs = failure(() -> provider.putWebhook("acme", "theirs", null, URL, SECRETS));
        // GitHub does not tell the two apart.
        assertThat(theirs)
                .hasMessageContaining(kind == VcsKind.GITHUB ? "has no repository" : "does not let the token do this");
        if (kind != VcsKind.GITEA) {
            standIn.add("acme", "shop");
            AppException address = upstream(
                    () -> provider.putWebhook("acme", "shop", null, "http://localhost:7465/hooks/vcs/x", SECRETS));
            assertThat(address).hasMessageContaining("set the public address").hasMessageContaining("localhost");
        }
    }

    @Test
    void readsTheScopesOfAClassicGitHubToken() {
        GitHubStandIn standIn = (GitHubStandIn) standIn(VcsKind.GITHUB);
        VcsProvider provider = provider(standIn);
        standIn.scopes("gist, repo");
        assertThat(provider.test()).isEqualTo(new TokenCheck("octocat", List.of("gist", "repo"), List.of(), true));
        standIn.scopes("public_repo");
        assertThat(provider.test())
                .isEqualTo(new TokenCheck("octocat", List.of("public_repo"), List.of("admin:repo_hook"), true));
        standIn.scopes("admin:repo_hook, public_repo");
        assertThat(provider.test().missing()).isEmpty();
        standIn.scopes("");
        assertThat(provider.test()).isEqualTo(new TokenCheck("octocat", List.of(), List.of("repo"), false));
    }

    @Test
    void triesWhatAFineGrainedGitHubTokenMay() {
        GitHubStandIn standIn = (GitHubStandIn) standIn(VcsKind.GITHUB);
        VcsProvider provider = provider(standIn);
        standIn.permissions(true, true);
        assertThat(provider.test()).isEqualTo(new TokenCheck("octocat", List.of(), List.of("repositories"), false));
        standIn.add("acme", "public", false, true);
        standIn.add("acme", "shop");
        assertThat(provider.test())
                .isEqualTo(new TokenCheck(
                        "octocat", List.of("metadata:read", "contents:read", "webhooks:read"), List.of(), true));
        assertThat(standIn.asked())
                .last()
                .satisfies(each -> assertThat(each.path()).isEqualTo("/repos/acme/shop/hooks"));
        standIn.permissions(false, false);
        assertThat(provider.test())
                .isEqualTo(new TokenCheck(
                        "octocat", List.of("metadata:read"), List.of("contents:read", "webhooks:write"), false));
    }

    @Test
    void readsTheScopesOfAGitLabToken() {
        GitLabStandIn standIn = (GitLabStandIn) standIn(VcsKind.GITLAB);
        VcsProvider provider = provider(standIn);
        assertThat(provider.test()).isEqualTo(new TokenCheck("gitlab-user", List.of("api"), List.of(), true));
        standIn.scopes(List.of("read_api", "read_repository"));
        assertThat(provider.test())
                .isEqualTo(new TokenCheck("gitlab-user", List.of("read_api", "read_repository"), List.of("api"), true));
        standIn.scopes(List.of("read_repository"));
        assertThat(provider.test())
                .isEqualTo(new TokenCheck(null, List.of("read_repository"), List.of("api", "read_api"), false));
        standIn.tellsNoScopes();
        standIn.scopes(List.of("api"));
        assertThat(provider.test()).isEqualTo(new TokenCheck("gitlab-user", List.of(), List.of(), true));
        standIn.scopes(List.of("read_user"));
        assertThat(provider.test()).isEqualTo(new TokenCheck("gitlab-user", List.of(), List.of("api"), false));
    }

    @Test
    void triesTheScopesOfAGiteaToken() {
        GiteaStandIn standIn = (GiteaStandIn) standIn(VcsKind.GITEA);
        standIn.add("acme", "shop");
        VcsProvider provider = provider(standIn);
        assertThat(provider.test())
                .isEqualTo(new TokenCheck(
                        "gitea-user", List.of("read:user", "read:repository", "write:repository"), List.of(), true));
        standIn.scopes(Set.of("read:user", "read:repository"));
        assertThat(provider.test())
                .isEqualTo(new TokenCheck(
                        "gitea-user", List.of("read:user", "read:repository"), List.of("write:repository"), true));
        standIn.scopes(Set.of("read:repository"));
        assertThat(provider.test()).isEqualTo(new TokenCheck(null, List.of(), List.of("read:user"), false));
        standIn.scopes(Set.of("read:user"));
        assertThat(provider.test())
                .isEqualTo(new TokenCheck("gitea-user", List.of("read:user"), List.of("read:repository"), false));
        assertThat(standIn.hooks("acme/shop")).as("a test makes no webhook").isEmpty();
    }
}
