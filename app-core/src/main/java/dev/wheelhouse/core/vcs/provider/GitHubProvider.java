package dev.wheelhouse.core.vcs.provider;

import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * GitHub and GitHub Enterprise Server (REST API, version 2022-11-28: "Users", "Repositories", "Repository webhooks",
 * "Using pagination"; "Scopes for OAuth apps"; "Permissions required for fine-grained personal access tokens").
 */
final class GitHubProvider extends ReposProvider {

    private static final int PER_PAGE = 100;
    private static final String SCOPES = "x-oauth-scopes";
    private static final int CONFLICT = 409;

    GitHubProvider(VcsApi api) {
        super(api);
    }

    @Override
    String listPath() {
        return "/user/repos?sort=full_name&per_page=" + PER_PAGE;
    }

    @Override
    int perPage() {
        return PER_PAGE;
    }

    @Override
    Object hookBody(String url, HookSecrets secrets) {
        return hookBody(
                Map.entry("name", "web"),
                Map.of("url", url, "content_type", "json", "insecure_ssl", "0", "secret", secrets.signing()));
    }

    @Override
    public TokenCheck test() {
        OutgoingAnswer answer = api().send("GET", "/user", null);
        String user = required(api().read(answer, User.class).login());
        String scopes = answer.headers().get(SCOPES);
        return scopes == null ? fineGrained(user) : classic(user, scopes);
    }

    /** {@code repo} has the webhooks with it; {@code public_repo} has not. */
    private static TokenCheck classic(String user, String scopes) {
        List<String> rights = Arrays.stream(scopes.split(",", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
        if (rights.contains("repo")) {
            return new TokenCheck(user, rights, List.of(), true);
        }
        boolean reads = rights.contains("public_repo");
        boolean hooks = rights.contains("admin:repo_hook");
        List<String> missing = new ArrayList<>();
        if (!reads) {
            missing.add("repo");
        } else if (!hooks) {
            missing.add("admin:repo_hook");
        }
        return new TokenCheck(user, rights, missing, reads);
    }

    /** Such a token names no scopes; one repository that it was surely given shows what it may do. */
    private TokenCheck fineGrained(String user) {
        Optional<Repo> seen = firstPage().stream()
                .filter(Repo::isAdministered)
                // Public ones are seen without having been chosen for the token.
                .max(Comparator.comparing(Repo::isPrivate));
        if (seen.isEmpty()) {
            return new TokenCheck(user, List.of(), List.of("repositories"), false);
        }
        VcsRepository repository = repository(seen.get());
        String path = path(repository.owner(), repository.name());
        List<String> rights = new ArrayList<>(List.of("metadata:read"));
        List<String> missing = new ArrayList<>();
        boolean reads = opens(path + "/commits?per_page=1");
        (reads ? rights : missing).add("contents:read");
        boolean hooks = opens(path + "/hooks?per_page=1");
        (hooks ? rights : missing).add(hooks ? "webhooks:read" : "webhooks:write");
        return new TokenCheck(user, rights, missing, reads);
    }

    /** What a token may not see is not found either; what is empty is a conflict. */
    private boolean opens(String path) {
        OutgoingAnswer answer = api().send("GET", path, null);
        return answer.status() == CONFLICT || (answer.status() != VcsApi.NOT_FOUND && api().isAllowed(answer));
    }
}
