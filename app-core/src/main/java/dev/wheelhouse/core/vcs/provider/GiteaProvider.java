package dev.wheelhouse.core.vcs.provider;

import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gitea and Forgejo (Gitea's API reference: {@code userGetCurrent}, {@code userCurrentListRepos}, {@code repoGet},
 * {@code repoListHooks}, {@code repoCreateHook}; "API usage", "Scoped tokens"; Forgejo's "Access token scope"). A server's
 * own limit of a page ({@code [api] MAX_RESPONSE_ITEMS}, 50) holds whatever is asked for.
 */
final class GiteaProvider extends ReposProvider {

    private static final int PER_PAGE = 50;
    private static final Set<Integer> INVALID = Set.of(400, 422);
    private static final String READS_USER = "read:user";
    private static final String READS_REPOSITORIES = "read:repository";
    private static final String WRITES_REPOSITORIES = "write:repository";

    GiteaProvider(VcsApi api) {
        super(api);
    }

    @Override
    String listPath() {
        return "/user/repos?limit=" + PER_PAGE + "&page=1";
    }

    @Override
    int perPage() {
        return PER_PAGE;
    }

    @Override
    Object hookBody(String url, HookSecrets secrets) {
        return hookBody(
                Map.entry("type", "gitea"), Map.of("url", url, "content_type", "json", "secret", secrets.signing()));
    }

    /** Tokens do not tell their scopes, so what each of them opens is tried. */
    @Override
    public TokenCheck test() {
        List<String> rights = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        OutgoingAnswer own = api().send("GET", "/user", null);
        boolean knowsUser = api().isAllowed(own);
        (knowsUser ? rights : missing).add(READS_USER);
        String user = knowsUser ? required(api().read(own, User.class).login()) : null;
        OutgoingAnswer list = api().send("GET", listPath(), null);
        boolean reads = api().isAllowed(list);
        if (reads) {
            rights.add(READS_REPOSITORIES);
            tryHooks(List.of(api().read(list, Repo[].class)), rights, missing);
        } else if (knowsUser) {
            missing.add(READS_REPOSITORIES);
        }
        return new TokenCheck(user, rights, missing, reads);
    }

    /** A webhook of nothing is refused for what it lacks ({@code type} and {@code config}), or before that for the scope. */
    private void tryHooks(List<Repo> seen, List<String> rights, List<String> missing) {
        Optional<VcsRepository> own =
                seen.stream().filter(Repo::isAdministered).map(this::repository).findFirst();
        if (own.isPresent()) {
            String path = path(own.get().owner(), own.get().name()) + "/hooks";
            OutgoingAnswer answer = api().send("POST", path, Map.of());
            boolean writes = INVALID.contains(answer.status()) || api().isAllowed(answer);
            (writes ? rights : missing).add(WRITES_REPOSITORIES);
        }
    }
}
