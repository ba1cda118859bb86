package dev.wheelhouse.core.vcs.provider;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What GitHub and Gitea have in common, whose API is made after GitHub's. */
abstract class ReposProvider extends RestProvider<ReposProvider.Repo, ReposProvider.Hook> {

    ReposProvider(VcsApi api) {
        super(api, Repo.class, Repo[].class, Hook.class, Hook[].class);
    }

    /** A repository. */
    record Repo(
            @Nullable Owner owner,
            @Nullable String name,
            @JsonProperty("full_name") @Nullable String fullName,
            @JsonProperty("default_branch") @Nullable String defaultBranch,
            @JsonProperty("private") boolean isPrivate,
            @JsonProperty("clone_url") @Nullable String cloneUrl,
            @Nullable Permissions permissions) {

        boolean isAdministered() {
            return permissions != null && permissions.admin();
        }
    }

    /** Who has it. */
    record Owner(@Nullable String login) {}

    /** What the user may do in it. */
    record Permissions(boolean admin) {}

    /** A webhook. */
    record Hook(long id, boolean active, @Nullable HookConfig config) {}

    /** Where it leads. */
    record HookConfig(@Nullable String url) {}

    /** Whose token it is. */
    record User(@Nullable String login) {}

    @Override
    final String path(String owner, String name) {
        return "/repos/" + owner + "/" + name;
    }

    @Override
    final VcsRepository repository(Repo json) {
        String name = required(json.name());
        String fullName = required(json.fullName());
        String owner = json.owner() == null ? null : json.owner().login();
        return new VcsRepository(
                required(owner),
                name,
                fullName,
                json.defaultBranch() == null ? "" : json.defaultBranch(),
                json.isPrivate(),
                required(json.cloneUrl()));
    }

    @Override
    final RemoteHook hook(Hook json) {
        String url = json.config() == null || json.config().url() == null
                ? ""
                : json.config().url();
        return new RemoteHook(Long.toString(json.id()), url, json.active(), true);
    }

    @Override
    final String changeMethod() {
        return "PATCH";
    }

    /** What both take; GitHub asks for the name {@code web}, Gitea for a type. */
    static Map<String, Object> hookBody(Map.Entry<String, String> kind, Map<String, String> config) {
        return Map.of(kind.getKey(), kind.getValue(), "active", true, "events", List.of("push"), "config", config);
    }
}
