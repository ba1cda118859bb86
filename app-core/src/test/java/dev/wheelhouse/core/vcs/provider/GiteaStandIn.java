package dev.wheelhouse.core.vcs.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gitea. Compared with its API reference (swagger of 1.22): {@code userGetCurrent}, {@code userCurrentListRepos} with at
 * most 50 a page and {@code Link}, {@code repoGet}, {@code repoListHooks}, {@code repoCreateHook} with its required fields,
 * {@code repoEditHook}, {@code repoDeleteHook}; "Scoped tokens" for what a token lacks. It sends no entity tags.
 */
final class GiteaStandIn extends VcsStandIn {

    private static final int MOST = 50;

    private Set<String> scopes = Set.of("read:user", "write:repository");

    GiteaStandIn() {
        super(VcsKind.GITEA, "/api/v1");
    }

    void scopes(Set<String> all) {
        scopes = all;
    }

    @Override
    boolean tags() {
        return false;
    }

    private @Nullable Reply lacks(String... needed) {
        for (String each : needed) {
            String writing = each.replace("read:", "write:");
            if (!scopes.contains(each) && !scopes.contains(writing)) {
                return Reply.json(
                        403,
                        Map.of(
                                "message",
                                "token does not have at least one of required scope(s), required=[" + each
                                        + "], token scope=" + String.join(",", scopes),
                                "url",
                                base() + "/api/swagger"));
            }
        }
        return null;
    }

    @Override
    Reply answer(Asked request) {
        if (request.path().equals("/user")) {
            Reply lack = lacks("read:user");
            return lack == null ? Reply.json(200, Map.of("id", 1, "login", "gitea-user", "full_name", "")) : lack;
        }
        if (request.path().equals("/user/repos")) {
            Reply lack = lacks("read:user", "read:repository");
            int size = Math.min(MOST, Integer.parseInt(request.query().getOrDefault("limit", "30")));
            return lack == null ? page(kept(), size, request, "/user/repos") : lack;
        }
        return request.path().startsWith("/repos/") ? repository(request) : noRoute();
    }

    private Reply repository(Asked request) {
        Reply lack = lacks(request.method().equals("GET") ? "read:repository" : "write:repository");
        if (lack != null) {
            return lack;
        }
        String[] parts = request.path().split("/", 5);
        String fullName = parts[2] + "/" + parts[3];
        Kept renamed = findRenamed(fullName);
        if (renamed != null) {
            return new Reply(307, Map.of("Location", "/api/v1/repos/" + renamed.fullName()), "");
        }
        Kept repository = find(fullName);
        if (repository == null) {
            return notFound();
        }
        if (parts.length < 5) {
            return Reply.json(200, json(repository));
        }
        return repository.isAdministered()
                ? hooks(request, repository, parts[4].substring("hooks".length()), "PATCH")
                : Reply.json(
                        403,
                        Map.of(
                                "message",
                                "user should be an owner or a collaborator with admin write of a repository"));
    }

    @Override
    Map<String, Object> json(Kept repository) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", repository.id());
        json.put("name", repository.name());
        json.put("full_name", repository.fullName());
        json.put("owner", Map.of("id", 1, "login", repository.owner()));
        json.put("private", repository.isPrivate());
        json.put("default_branch", repository.branch());
        json.put("clone_url", base() + "/" + repository.fullName() + ".git");
        json.put("permissions", Map.of("admin", repository.isAdministered(), "push", true, "pull", true));
        return json;
    }

    @Override
    Map<String, Object> hookJson(Map<String, Object> kept) {
        Map<String, Object> config = config(kept);
        config.remove("secret");
        return Map.of(
                "id", kept.get("id"),
                "type", "gitea",
                "active", kept.getOrDefault("active", false),
                "events", kept.getOrDefault("events", List.of("push")),
                "config", config);
    }

    @Override
    @Nullable
    Reply refusal(Map<String, Object> hook, List<Map<String, Object>> own) {
        for (String each : List.of("type", "config")) {
            if (!hook.containsKey(each)) {
                return Reply.json(422, Map.of("message", "[" + each + "]: Required"));
            }
        }
        return null;
    }

    @Override
    Reply noRoute() {
        return notFound();
    }

    @Override
    Reply notFound() {
        return Reply.json(404, Map.of("errors", List.of(), "message", "Not Found", "url", base() + "/api/swagger"));
    }

    @Override
    Reply unknownToken() {
        return Reply.json(401, Map.of("message", "user does not exist [uid: 0, name: ]"));
    }
}
