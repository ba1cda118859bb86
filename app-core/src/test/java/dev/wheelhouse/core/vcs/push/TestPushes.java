package dev.wheelhouse.core.vcs.push;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.signing.HmacSha256;
import dev.wheelhouse.core.platform.signing.StandardWebhooks;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Pushes as the providers send them, with the fields that they publish and some that nobody reads. Written from GitHub's
 * "Webhook events and payloads", GitLab's "Webhook events" and Gitea's "Webhooks".
 */
public final class TestPushes {

    public static final String BEFORE = "95790bf891e76fee5e1747ab589903a6a1f80f22";
    public static final String AFTER = "da1560886d4f094c3e6c9ef40349f7d38b5d27d7";
    public static final String NOTHING = "0".repeat(40);

    private TestPushes() {}

    /** A push, whose parts a test changes. */
    public record Sent(VcsKind kind, Map<String, Object> body, Map<String, String> headers) {

        public Sent with(String field, Object value) {
            Map<String, Object> changed = new LinkedHashMap<>(body);
            changed.put(field, value);
            return new Sent(kind, changed, headers);
        }

        public Sent header(String name, String value) {
            Map<String, String> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            changed.putAll(headers);
            changed.put(name, value);
            return new Sent(kind, body, changed);
        }

        public Sent message(String text) {
            Map<String, Object> commit = commit(AFTER, text, List.of("src/Main.java"));
            return with("commits", List.of(commit)).with("head_commit", commit);
        }

        public byte[] bytes() {
            return Json.write(body).getBytes(StandardCharsets.UTF_8);
        }

        /** Signed as the provider does. */
        public Sent signed(HookSecrets secrets, Instant at) {
            return signed(secrets, at, bytes());
        }

        public Sent signed(HookSecrets secrets, Instant at, byte[] bytes) {
            String hex =
                    HexFormat.of().formatHex(HmacSha256.of(secrets.signing().getBytes(StandardCharsets.UTF_8), bytes));
            return switch (kind) {
                case GITHUB -> header("X-Hub-Signature-256", "sha256=" + hex);
                case GITEA -> header("X-Gitea-Signature", hex);
                case GITLAB -> {
                    String id = headers.get("Idempotency-Key");
                    yield header("webhook-id", Objects.requireNonNull(id))
                            .header("webhook-timestamp", Long.toString(at.getEpochSecond()))
                            .header("webhook-signature", StandardWebhooks.signature(secrets.signing(), id, at, bytes))
                            .header("X-Gitlab-Token", String.valueOf(secrets.token()));
                }
            };
        }

        public PushRequest request() {
            return request(bytes());
        }

        public PushRequest request(byte[] bytes) {
            Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            all.putAll(headers);
            return new PushRequest(name -> Optional.ofNullable(all.get(name)), bytes);
        }
    }

    static Map<String, Object> commit(String id, String message, List<String> paths) {
        return Map.of(
                "id",
                id,
                "message",
                message,
                "timestamp",
                "2026-01-02T03:04:05Z",
                "author",
                Map.of("name", "Ada", "email", "ada@example.org"),
                "added",
                List.of(),
                "removed",
                List.of(),
                "modified",
                paths);
    }

    /** Two commits on {@code main} of {@code acme/shop}. */
    public static Sent of(VcsKind kind, String delivery) {
        Map<String, Object> first = commit("1".repeat(40), "First", List.of("docs/a.md"));
        Map<String, Object> newest =
                new LinkedHashMap<>(commit(AFTER, "Second\n\nMore of it", List.of("src/Main.java")));
        newest.put("added", List.of("src/New.java"));
        newest.put("removed", List.of("src/Old.java"));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("ref", "refs/heads/main");
        body.put("before", BEFORE);
        body.put("after", AFTER);
        body.put("commits", new ArrayList<>(List.of(first, newest)));
        return switch (kind) {
            case GITHUB -> {
                body.put("created", false);
                body.put("deleted", false);
                body.put("forced", false);
                body.put("head_commit", newest);
                body.put("pusher", Map.of("name", "ada", "email", "ada@example.org"));
                body.put("repository", Map.of("id", 1, "full_name", "acme/shop", "pushed_at", 1767323045));
                yield new Sent(kind, body, Map.of("X-GitHub-Event", "push", "X-GitHub-Delivery", delivery));
            }
            case GITLAB -> {
                body.put("object_kind", "push");
                body.put("event_name", "push");
                body.put("checkout_sha", AFTER);
                body.put("user_username", "ada");
                body.put("project_id", 15);
                body.put("project", Map.of("id", 15, "path_with_namespace", "acme/shop"));
                body.put("repository", Map.of("name", "shop", "url", "git@gitlab.example:acme/shop.git"));
                body.put("total_commits_count", 2);
                yield new Sent(
                        kind,
                        body,
                        Map.of(
                                "X-Gitlab-Event",
                                "Push Hook",
                                "X-Gitlab-Event-UUID",
                                "event-" + delivery,
                                "Idempotency-Key",
                                delivery));
            }
            case GITEA -> {
                body.put("compare_url", "https://gitea.example/acme/shop/compare");
                body.put("total_commits", 2);
                body.put("head_commit", newest);
                body.put("pusher", Map.of("id", 1, "login", "ada", "username", "ada", "full_name", "Ada L."));
                body.put("repository", Map.of("id", 1, "full_name", "acme/shop"));
                yield new Sent(
                        kind,
                        body,
                        Map.of(
                                "X-Gitea-Event", "push",
                                "X-GitHub-Event", "push",
                                "X-Gitea-Delivery", delivery));
            }
        };
    }
}
