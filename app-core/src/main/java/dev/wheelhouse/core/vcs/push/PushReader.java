package dev.wheelhouse.core.vcs.push;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a webhook told of (GitHub: "Webhook events and payloads", {@code push}; GitLab: "Webhook events", push and tag
 * events; Gitea: "Webhooks"). Pure.
 */
public final class PushReader {

    /** Of SHA-1 or SHA-256. */
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    private static final String BRANCH = "refs/heads/";
    private static final String TAG = "refs/tags/";

    /** Of which GitHub tells in a push; there may be more. */
    private static final int MOST_COMMITS_OF_GITHUB = 2048;

    private PushReader() {}

    /** The three formats in one, each of which lacks some of it. */
    private record Payload(
            @Nullable String ref,
            @Nullable String before,
            @Nullable String after,
            boolean forced,
            @Nullable List<Commit> commits,
            @JsonProperty("total_commits_count") @Nullable Integer totalOfGitLab,
            @JsonProperty("total_commits") @Nullable Integer totalOfGitea,
            @JsonProperty("head_commit") @Nullable Commit head,
            @Nullable Pusher pusher,
            @JsonProperty("user_username") @Nullable String userOfGitLab,
            @Nullable Place repository,
            @Nullable Place project) {}

    private record Commit(
            @Nullable String id,
            @Nullable String message,
            @Nullable List<String> added,
            @Nullable List<String> modified,
            @Nullable List<String> removed) {

        PushedCommit toCommit() {
            List<String> paths = Stream.of(added, modified, removed)
                    .filter(Objects::nonNull)
                    .flatMap(List::stream)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            return new PushedCommit(id == null ? "" : id, message == null ? "" : message, paths);
        }
    }

    private record Pusher(
            @Nullable String name,
            @Nullable String login,
            @Nullable String username) {

        String any() {
            return Stream.of(login, username, name)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("");
        }
    }

    private record Place(
            @JsonProperty("full_name") @Nullable String fullName,
            @JsonProperty("path_with_namespace") @Nullable String path,
            @JsonProperty("default_branch") @Nullable String defaultBranch) {}

    /**
     * @param request whose signature was right
     * @throws AppException {@code bad_request} for a body that is not of that provider
     */
    public static HookEvent read(VcsKind kind, PushRequest request) {
        String event = event(kind, request);
        return switch (event) {
            case "push" -> pushed(kind, request);
            case "ping" -> new HookEvent.Ping();
            default -> new HookEvent.Other(event);
        };
    }

    private static String event(VcsKind kind, PushRequest request) {
        return switch (kind) {
            case GITHUB -> request.header("X-GitHub-Event");
            case GITEA -> request.header("X-Gitea-Event");
            case GITLAB ->
                switch (request.header("X-Gitlab-Event")) {
                    case "Push Hook", "Tag Push Hook" -> "push";
                    case String other -> other;
                };
        };
    }

    /**
     * What the provider calls this delivery, the same each time that it sends it.
     *
     * @return empty when it does not say
     */
    public static Optional<String> deliveryId(VcsKind kind, PushRequest request) {
        List<String> headers = switch (kind) {
            case GITHUB -> List.of("X-GitHub-Delivery");
            case GITEA -> List.of("X-Gitea-Delivery");
            case GITLAB -> List.of("webhook-id", "Idempotency-Key", "X-Gitlab-Event-UUID");
        };
        return headers.stream()
                .map(request::header)
                .filter(each -> !each.isBlank())
                .findFirst();
    }

    private static HookEvent pushed(VcsKind kind, PushRequest request) {
        Payload payload = parse(request);
        if (payload.ref() == null
                || payload.before() == null
                || payload.after() == null
                || !HASH.matcher(payload.after()).matches()) {
            throw unreadable(null);
        }
        if (payload.ref().startsWith(TAG)) {
            return new HookEvent.Tag(payload.ref().substring(TAG.length()));
        }
        if (!payload.ref().startsWith(BRANCH)) {
            return new HookEvent.Other(payload.ref());
        }
        List<PushedCommit> commits = commits(payload);
        return new Push(
                repository(payload),
                payload.ref().substring(BRANCH.length()),
                payload.before(),
                payload.after(),
                defaultBranch(payload),
                payload.forced(),
                commits,
                isWhole(kind, payload, commits.size()),
                headMessage(payload, commits),
                pusher(payload));
    }

    private static Payload parse(PushRequest request) {
        try {
            return Json.read(new String(request.body(), StandardCharsets.UTF_8), Payload.class);
        } catch (UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private static AppException unreadable(@Nullable Exception cause) {
        return new AppException(
                PlatformError.BAD_REQUEST,
                "The body is no push. Set the webhook's content type to application/json.",
                cause);
    }

    private static List<PushedCommit> commits(Payload payload) {
        return payload.commits() == null
                ? List.of()
                : payload.commits().stream()
                        .filter(Objects::nonNull)
                        .map(Commit::toCommit)
                        .toList();
    }

    private static boolean isWhole(VcsKind kind, Payload payload, int told) {
        return switch (kind) {
            case GITHUB -> told < MOST_COMMITS_OF_GITHUB;
            case GITLAB -> payload.totalOfGitLab() != null && payload.totalOfGitLab() <= told;
            case GITEA -> payload.totalOfGitea() != null && payload.totalOfGitea() <= told;
        };
    }

    private static @Nullable String headMessage(Payload payload, List<PushedCommit> commits) {
        if (payload.head() != null) {
            return payload.head().toCommit().message();
        }
        return commits.stream()
                .filter(each -> each.id().equals(payload.after()))
                .map(PushedCommit::message)
                .findFirst()
                .orElse(null);
    }

    private static String pusher(Payload payload) {
        if (payload.userOfGitLab() != null) {
            return payload.userOfGitLab();
        }
        return payload.pusher() == null ? "" : payload.pusher().any();
    }

    private static String defaultBranch(Payload payload) {
        return Stream.of(payload.repository(), payload.project())
                .filter(Objects::nonNull)
                .map(Place::defaultBranch)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    private static String repository(Payload payload) {
        return Stream.of(payload.repository(), payload.project())
                .filter(Objects::nonNull)
                .flatMap(each -> Stream.of(each.fullName(), each.path()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }
}
