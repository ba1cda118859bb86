package dev.wheelhouse.core.vcs.provider;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * GitHub Enterprise Server, whose API is GitHub's below {@code /api/v3}. Compared with GitHub's REST API reference
 * (2022-11-28): "Get the authenticated user", "List repositories for the authenticated user", "Get a repository" with its
 * redirect, "List commits", "Repository webhooks" with the refusal of a second one at an address; "Using pagination",
 * "Rate limits", "Scopes for OAuth apps" ({@code X-OAuth-Scopes}), "Troubleshooting" for refused permissions.
 */
final class GitHubStandIn extends VcsStandIn {

    private @Nullable String scopes = "repo";
    private boolean readsContents = true;
    private boolean readsHooks = true;

    GitHubStandIn() {
        super(VcsKind.GITHUB, "/api/v3");
    }

    /** Of a classic token. */
    void scopes(String all) {
        scopes = all;
    }

    /** A fine-grained token, which names no scopes. */
    void permissions(boolean contents, boolean hooks) {
        scopes = null;
        readsContents = contents;
        readsHooks = hooks;
    }

    @Override
    Reply answer(Asked request) {
        if (request.path().equals("/user")) {
            Reply user = Reply.json(200, Map.of("login", "octocat", "id", 1));
            return scopes == null ? user : user.with("X-OAuth-Scopes", scopes);
        }
        if (request.path().equals("/user/repos")) {
            List<Kept> sorted =
                    kept().stream().sorted(Comparator.comparing(Kept::fullName)).toList();
            return page(
                    sorted, Integer.parseInt(request.query().getOrDefault("per_page", "30")), request, "/user/repos");
        }
        if (request.path().startsWith("/repositories/")) {
            return kept().stream()
                    .filter(each -> request.path().equals("/repositories/" + each.id()))
                    .findFirst()
                    .map(each -> Reply.json(200, json(each)))
                    .orElseGet(this::notFound);
        }
        return request.path().startsWith("/repos/") ? repository(request) : noRoute();
    }

    private Reply repository(Asked request) {
        String[] parts = request.path().split("/", 5);
        String fullName = parts[2] + "/" + parts[3];
        Kept renamed = findRenamed(fullName);
        if (renamed != null) {
            return Reply.json(301, Map.of("message", "Moved Permanently"))
                    .with("Location", base() + "/api/v3/repositories/" + renamed.id());
        }
        Kept repository = find(fullName);
        if (repository == null) {
            return notFound();
        }
        String rest = parts.length < 5 ? "" : "/" + parts[4];
        if (rest.startsWith("/hooks")) {
            boolean may = scopes == null ? readsHooks : scopes.contains("repo");
            return may && repository.isAdministered()
                    ? hooks(request, repository, rest.substring("/hooks".length()), "PATCH")
                    : scopes == null ? notAccessible() : notFound();
        }
        if (rest.startsWith("/commits")) {
            return readsContents ? Reply.json(200, List.of()) : notAccessible();
        }
        return Reply.json(200, json(repository));
    }

    private static Reply notAccessible() {
        return Reply.json(403, Map.of("message", "Resource not accessible by personal access token", "status", "403"));
    }

    @Override
    Map<String, Object> json(Kept repository) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", repository.id());
        json.put("name", repository.name());
        json.put("full_name", repository.fullName());
        json.put("owner", Map.of("login", repository.owner(), "type", "User"));
        json.put("private", repository.isPrivate());
        json.put("default_branch", repository.branch());
        json.put("clone_url", "https://github.example/" + repository.fullName() + ".git");
        json.put("permissions", Map.of("admin", repository.isAdministered(), "push", true, "pull", true));
        return json;
    }

    @Override
    Map<String, Object> hookJson(Map<String, Object> kept) {
        Map<String, Object> config = config(kept);
        config.replace("secret", "********");
        return Map.of(
                "type",
                "Repository",
                "id",
                kept.get("id"),
                "name",
                "web",
                "active",
                kept.getOrDefault("active", true),
                "events",
                kept.getOrDefault("events", List.of("push")),
                "config",
                config);
    }

    @Override
    @Nullable
    Reply refusal(Map<String, Object> hook, List<Map<String, Object>> own) {
        Object url = hook.get("config") instanceof Map<?, ?> config ? config.get("url") : null;
        if (url == null) {
            return invalid("url cannot be blank");
        }
        boolean isTaken = own.stream()
                .anyMatch(each -> each.get("config") instanceof Map<?, ?> config && url.equals(config.get("url")));
        if (isTaken) {
            return invalid("Hook already exists on this repository");
        }
        return url.toString().contains("//localhost")
                ? invalid("url is not supported because it isn't reachable over the public Internet (localhost)")
                : null;
    }

    private static Reply invalid(String message) {
        return Reply.json(
                422,
                Map.of(
                        "message",
                        "Validation Failed",
                        "errors",
                        List.of(Map.of("resource", "Hook", "code", "custom", "message", message))));
    }

    @Override
    Reply noRoute() {
        return notFound();
    }

    @Override
    Reply notFound() {
        return Reply.json(404, Map.of("message", "Not Found", "documentation_url", "https://docs.github.com/rest"));
    }

    @Override
    Reply unknownToken() {
        return Reply.json(401, Map.of("message", "Bad credentials"));
    }
}
