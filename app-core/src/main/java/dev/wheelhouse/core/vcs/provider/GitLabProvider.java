package dev.wheelhouse.core.vcs.provider;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * GitLab (REST API, version 4: "Users", "Personal access tokens", "Projects", "Project webhooks", "Keyset-based
 * pagination", "Status codes" for redirects of renamed projects; "Webhooks" for signing tokens, of 2026).
 */
final class GitLabProvider extends RestProvider<GitLabProvider.Project, GitLabProvider.Hook> {

    private static final int PER_PAGE = 100;

    GitLabProvider(VcsApi api) {
        super(api, Project.class, Project[].class, Hook.class, Hook[].class);
    }

    /** A repository. */
    record Project(
            @Nullable String path,
            @JsonProperty("path_with_namespace") @Nullable String fullName,
            @JsonProperty("default_branch") @Nullable String defaultBranch,
            @Nullable String visibility,
            @JsonProperty("http_url_to_repo") @Nullable String cloneUrl) {}

    /**
     * A webhook.
     *
     * @param status {@code disabled} after failures, on servers that do so
     * @param signed null on servers that do not sign
     */
    record Hook(
            long id,
            @Nullable String url,
            @JsonProperty("alert_status") @Nullable String status,
            @JsonProperty("signing_token_present") @Nullable Boolean signed) {}

    /** Whose token it is. */
    record User(@Nullable String username) {}

    /** The token itself. */
    record Token(@Nullable List<String> scopes) {}

    @Override
    String listPath() {
        return "/projects?membership=true&pagination=keyset&order_by=id&sort=asc&per_page=" + PER_PAGE;
    }

    @Override
    int perPage() {
        return PER_PAGE;
    }

    @Override
    String path(String owner, String name) {
        return "/projects/" + encoded(owner + "/" + name);
    }

    @Override
    VcsRepository repository(Project json) {
        String fullName = required(json.fullName());
        return new VcsRepository(
                fullName.substring(0, Math.max(0, fullName.lastIndexOf('/'))),
                required(json.path()),
                fullName,
                json.defaultBranch() == null ? "" : json.defaultBranch(),
                !"public".equals(json.visibility()),
                required(json.cloneUrl()));
    }

    @Override
    RemoteHook hook(Hook json) {
        return new RemoteHook(
                Long.toString(json.id()),
                json.url() == null ? "" : json.url(),
                !"disabled".equals(json.status()),
                Boolean.TRUE.equals(json.signed()));
    }

    /** Servers that do not sign pass over {@code signing_token} without a word. */
    @Override
    Object hookBody(String url, HookSecrets secrets) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("url", url);
        body.put("push_events", true);
        body.put("enable_ssl_verification", true);
        body.put("signing_token", secrets.signing());
        if (secrets.token() != null) {
            body.put("token", secrets.token());
        }
        return body;
    }

    @Override
    String changeMethod() {
        return "PUT";
    }

    @Override
    public TokenCheck test() {
        OutgoingAnswer own = api().send("GET", "/user", null);
        String user =
                api().isAllowed(own) ? required(api().read(own, User.class).username()) : null;
        OutgoingAnswer token = api().send("GET", "/personal_access_tokens/self", null);
        if (!VcsApi.isSuccess(token)) {
            return unnamed(user);
        }
        List<String> scopes = api().read(token, Token.class).scopes();
        List<String> rights = scopes == null ? List.of() : scopes;
        if (rights.contains("api")) {
            return new TokenCheck(user, rights, List.of(), true);
        }
        List<String> missing = new ArrayList<>(List.of("api"));
        if (!rights.contains("read_api")) {
            missing.add("read_api");
        }
        if (!rights.contains("read_repository") && !rights.contains("write_repository")) {
            missing.add("read_repository");
        }
        return new TokenCheck(user, rights, missing, missing.size() == 1);
    }

    /** Tokens of before 15.5, and those of OAuth, do not tell their scopes. */
    private TokenCheck unnamed(@Nullable String user) {
        boolean reads = api().isAllowed(api().send("GET", listPath(), null));
        return new TokenCheck(user, List.of(), reads ? List.of() : List.of("api"), reads);
    }
}
