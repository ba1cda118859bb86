package dev.wheelhouse.core.vcs.provider;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the APIs have in common; each says its paths and its shapes.
 *
 * @param <R> a repository as the API has it
 * @param <H> a webhook as the API has it
 */
abstract class RestProvider<R, H> implements VcsProvider {

    /** What is wrong with what was sent: the address, mostly. */
    private static final Set<Integer> REFUSED = Set.of(400, 422);

    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_.-]{1,255}");
    private static final Pattern DOTS = Pattern.compile("\\.{1,2}");

    private final VcsApi api;
    private final Class<R> repositoryType;
    private final Class<H> hookType;
    private final Class<R[]> repositories;
    private final Class<H[]> hooks;

    RestProvider(VcsApi api, Class<R> repositoryType, Class<R[]> repositories, Class<H> hookType, Class<H[]> hooks) {
        this.api = api;
        this.repositoryType = repositoryType;
        this.repositories = repositories;
        this.hookType = hookType;
        this.hooks = hooks;
    }

    VcsApi api() {
        return api;
    }

    /** The first page of repositories, with its query. */
    abstract String listPath();

    /** How many a full page has. */
    abstract int perPage();

    /** One repository, below the API. */
    abstract String path(String owner, String name);

    abstract VcsRepository repository(R json);

    abstract RemoteHook hook(H json);

    /** What a webhook is made of, and changed to. */
    abstract Object hookBody(String url, HookSecrets secrets);

    /** By which a webhook is changed. */
    abstract String changeMethod();

    @Override
    public final List<VcsRepository> repositories() {
        Map<String, VcsRepository> byName = new TreeMap<>();
        for (VcsRepository each : api.repositories(listPath(), perPage(), repositories, this::repository)) {
            // A list that changes between two pages may have one on both.
            byName.put(each.fullName(), each);
        }
        return List.copyOf(byName.values());
    }

    /** Those of the first page, as the API has them. */
    final List<R> firstPage() {
        return List.of(api.get(listPath(), repositories));
    }

    @Override
    public final RepositoryLookup find(String owner, String name) {
        String path = checkedPath(owner, name);
        OutgoingAnswer answer = api.send("GET", path, null);
        Optional<String> elsewhere = api.redirected(answer);
        if (elsewhere.isPresent()) {
            answer = api.send("GET", elsewhere.get(), null);
        }
        if (answer.status() == VcsApi.NOT_FOUND) {
            return new RepositoryLookup.Gone();
        }
        VcsRepository found = repository(api.read(answer, repositoryType));
        return found.fullName().equalsIgnoreCase(owner + "/" + name)
                ? new RepositoryLookup.Found(found)
                : new RepositoryLookup.Renamed(found);
    }

    @Override
    public final RemoteHook putWebhook(
            String owner, String name, @Nullable String known, String url, HookSecrets secrets) {
        String path = checkedPath(owner, name) + "/hooks";
        Optional<RemoteHook> there = find(path, owner, name, known, url);
        OutgoingAnswer answer = there.isPresent()
                ? api.send(changeMethod(), path + "/" + there.get().id(), hookBody(url, secrets))
                : api.send("POST", path, hookBody(url, secrets));
        if (answer.status() == VcsApi.NOT_FOUND) {
            throw noRepository(owner, name);
        }
        if (REFUSED.contains(answer.status())) {
            throw new AppException(
                    PlatformError.UPSTREAM_FAILED,
                    api.host() + " refused a webhook to " + url
                            + ". Where it cannot reach that, set the public address in the settings. It says: "
                            + api.said(answer));
        }
        return hook(api.read(answer, hookType));
    }

    private Optional<RemoteHook> find(String path, String owner, String name, @Nullable String known, String url) {
        return api.all(path, hooks, () -> noRepository(owner, name)).stream()
                .map(this::hook)
                .filter(each -> each.id().equals(known) || each.url().equals(url))
                .findFirst();
    }

    private AppException noRepository(String owner, String name) {
        return AppException.invalid(
                "name",
                api.host() + " has no repository " + owner + "/" + name + " whose webhooks the token may change.");
    }

    @Override
    public final void deleteWebhook(String owner, String name, @Nullable String id, String url) {
        String path = checkedPath(owner, name) + "/hooks";
        String there = id != null
                ? id
                : find(path, owner, name, null, url).map(RemoteHook::id).orElse(null);
        if (there == null) {
            return;
        }
        OutgoingAnswer answer = api.send("DELETE", path + "/" + encoded(there), null);
        if (!VcsApi.isSuccess(answer) && answer.status() != VcsApi.NOT_FOUND) {
            throw api.refusal(answer);
        }
    }

    private String checkedPath(String owner, String name) {
        for (String each : owner.split("/", -1)) {
            check("owner", each);
        }
        check("name", name);
        return path(owner, name);
    }

    /** What a server would take for another path must not get into one. */
    private static void check(String field, String segment) {
        if (!SEGMENT.matcher(segment).matches() || DOTS.matcher(segment).matches()) {
            throw AppException.invalid(field, "Give it as it stands in the repository's address.");
        }
    }

    static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8);
    }

    /** @throws AppException {@code upstream_failed} for a field that is not there */
    final String required(@Nullable String value) {
        if (value == null) {
            throw api.notTheApi(null);
        }
        return value;
    }
}
