package dev.wheelhouse.core.vcs.provider;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * GitLab. Compared with its REST API reference (version 4): "Get the current user", "Get personal access token" (self),
 * "List all projects" with keyset pagination, "Get a single project" and the redirect of a renamed one, "Project webhooks"
 * with {@code signing_token} and {@code signing_token_present} (merge request 231325); the words of
 * {@code insufficient_scope} and {@code invalid_token}.
 */
final class GitLabStandIn extends VcsStandIn {

    private List<String> scopes = List.of("api");
    private boolean signs = true;
    private boolean tellsScopes = true;

    GitLabStandIn() {
        super(VcsKind.GITLAB, "/api/v4");
    }

    void scopes(List<String> all) {
        scopes = all;
    }

    /** A server of before signing tokens, which passes over them. */
    void signsNothing() {
        signs = false;
    }

    void tellsNoScopes() {
        tellsScopes = false;
    }

    private @Nullable Reply lacks(String... oneOf) {
        for (String each : oneOf) {
            if (scopes.contains(each)) {
                return null;
            }
        }
        return Reply.json(
                403,
                Map.of(
                        "error",
                        "insufficient_scope",
                        "error_description",
                        "The request requires higher privileges than provided by the access token.",
                        "scope",
                        String.join(" ", oneOf)));
    }

    @Override
    Reply answer(Asked request) {
        if (request.path().equals("/user")) {
            Reply lack = lacks("api", "read_api", "read_user");
            return lack == null ? Reply.json(200, Map.of("id", 1, "username", "gitlab-user")) : lack;
        }
        if (request.path().equals("/personal_access_tokens/self")) {
            return tellsScopes
                    ? Reply.json(200, Map.of("id", 4, "active", true, "revoked", false, "scopes", scopes))
                    : notFound();
        }
        if (request.path().equals("/projects")) {
            Reply lack = lacks("api", "read_api");
            return lack == null ? projects(request) : lack;
        }
        return request.path().startsWith("/projects/") ? project(request) : noRoute();
    }

    private Reply projects(Asked request) {
        int size = Integer.parseInt(request.query().getOrDefault("per_page", "20"));
        if (!"keyset".equals(request.query().get("pagination"))
                || !"id".equals(request.query().get("order_by"))) {
            return Reply.json(405, Map.of("error", "keyset pagination needs order_by=id"));
        }
        long after = Long.parseLong(request.query().getOrDefault("id_after", "0"));
        List<Kept> rest = kept().stream().filter(each -> each.id() > after).toList();
        List<Kept> page = rest.subList(0, Math.min(size, rest.size()));
        Reply reply = Reply.json(200, page.stream().map(this::json).toList());
        return page.size() < size
                ? reply
                : reply.with(
                        "Link",
                        "<" + base() + "/api/v4/projects?id_after="
                                + page.getLast().id()
                                + "&membership=true&order_by=id&pagination=keyset&per_page=" + size
                                + "&sort=asc>; rel=\"next\"");
    }

    private Reply project(Asked request) {
        String[] parts = request.path().split("/", 4);
        String fullName = URLDecoder.decode(parts[2], StandardCharsets.UTF_8);
        Kept renamed = findRenamed(fullName);
        if (renamed != null) {
            return Reply.json(301, Map.of("message", "This resource has been moved permanently"))
                    .with("Location", base() + "/api/v4/projects/" + renamed.id());
        }
        Kept repository = fullName.matches("[0-9]+")
                ? kept().stream()
                        .filter(each -> fullName.equals("" + each.id()))
                        .findFirst()
                        .orElse(null)
                : find(fullName);
        if (repository == null) {
            return Reply.json(404, Map.of("message", "404 Project Not Found"));
        }
        if (parts.length < 4) {
            Reply lack = lacks("api", "read_api");
            return lack == null ? Reply.json(200, json(repository)) : lack;
        }
        Reply lack = lacks("api");
        if (lack != null) {
            return lack;
        }
        return repository.isAdministered()
                ? hooks(request, repository, parts[3].substring("hooks".length()), "PUT")
                : Reply.json(403, Map.of("message", "403 Forbidden"));
    }

    @Override
    Map<String, Object> json(Kept repository) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", repository.id());
        json.put("path", repository.name());
        json.put("path_with_namespace", repository.fullName());
        json.put("default_branch", repository.branch().isEmpty() ? null : repository.branch());
        json.put("visibility", repository.isPrivate() ? "private" : "public");
        json.put("http_url_to_repo", base() + "/" + repository.fullName() + ".git");
        return json;
    }

    @Override
    Map<String, Object> hookJson(Map<String, Object> kept) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", kept.get("id"));
        json.put("url", kept.get("url"));
        json.put("push_events", kept.get("push_events"));
        json.put("enable_ssl_verification", true);
        json.put("alert_status", "executable");
        if (signs) {
            json.put("token_present", kept.containsKey("token"));
            json.put("signing_token_present", kept.containsKey("signing_token"));
        }
        return json;
    }

    @Override
    @Nullable
    Reply refusal(Map<String, Object> hook, List<Map<String, Object>> own) {
        String token = String.valueOf(hook.get("signing_token"));
        if (signs && !token.matches("whsec_[A-Za-z0-9+/]{43}=")) {
            return Reply.json(422, Map.of("message", Map.of("signing_token", List.of("is invalid"))));
        }
        return String.valueOf(hook.get("url")).contains("//localhost")
                ? Reply.json(
                        422,
                        Map.of(
                                "message",
                                Map.of("base", List.of("Url is blocked: Requests to localhost are not allowed"))))
                : null;
    }

    @Override
    Reply noRoute() {
        return Reply.json(404, Map.of("error", "404 Not Found"));
    }

    @Override
    Reply notFound() {
        return Reply.json(404, Map.of("message", "404 Not found"));
    }

    @Override
    Reply unknownToken() {
        return Reply.json(
                401,
                Map.of(
                        "error",
                        "invalid_token",
                        "error_description",
                        "Token was revoked. You have to re-authorize from the user."));
    }
}
