package dev.wheelhouse.api.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One operation of the API. Immutable; the {@code with…} style methods return a changed copy.
 *
 * @param method HTTP method
 * @param template path below {@code /api/v1}, such as {@code /db-connections/{id}/tables}
 * @param access who may call
 * @param queryParameters names allowed in the query; any other is refused
 * @param repeatable those of {@code queryParameters} that may be given several times
 * @param body what is taken as a body
 * @param produces media types of the success answer, preferred first
 * @param atRoot whether it also answers without {@code /api/v1}
 * @param handler what it does
 */
public record Route(
        HttpMethod method,
        PathTemplate template,
        Access access,
        Set<String> queryParameters,
        Set<String> repeatable,
        BodyRule body,
        List<String> produces,
        boolean atRoot,
        Handler handler) {

    public static final String BASE_PATH = "/api/v1";

    public Route {
        queryParameters = Set.copyOf(queryParameters);
        repeatable = Set.copyOf(repeatable);
        produces = List.copyOf(produces);
    }

    public static Route get(String template, Access access, Handler handler) {
        return of(HttpMethod.GET, template, access, new BodyRule.None(), handler);
    }

    /** Takes JSON; see {@link #withoutBody}, {@link #withMessageBody}, {@link #withTextBody} and {@link #withRawBody}. */
    public static Route post(String template, Access access, Handler handler) {
        return of(HttpMethod.POST, template, access, new BodyRule.Json(false), handler);
    }

    public static Route put(String template, Access access, Handler handler) {
        return of(HttpMethod.PUT, template, access, new BodyRule.Json(false), handler);
    }

    /** Takes a JSON merge patch. */
    public static Route patch(String template, Access access, Handler handler) {
        return of(HttpMethod.PATCH, template, access, new BodyRule.Json(false), handler);
    }

    public static Route delete(String template, Access access, Handler handler) {
        return of(HttpMethod.DELETE, template, access, new BodyRule.None(), handler);
    }

    private static Route of(HttpMethod method, String template, Access access, BodyRule body, Handler handler) {
        PathTemplate path = PathTemplate.parse(template);
        return new Route(method, path, access, Set.of(), Set.of(), body, List.of(MediaTypes.JSON), false, handler);
    }

    /** Allows these names in the query, beside those allowed already. */
    public Route withQuery(String... names) {
        Set<String> all = new LinkedHashSet<>(queryParameters);
        all.addAll(List.of(names));
        return new Route(method, template, access, all, repeatable, body, produces, atRoot, handler);
    }

    /** Allows these names in the query, each of them as often as it is given. */
    public Route withRepeatable(String... names) {
        Set<String> all = new LinkedHashSet<>(repeatable);
        all.addAll(List.of(names));
        Route with = withQuery(names);
        return new Route(method, template, access, with.queryParameters, all, body, produces, atRoot, handler);
    }

    /** Allows {@code limit} and {@code cursor}. */
    public Route withPaging() {
        return withQuery("limit", "cursor");
    }

    public Route withoutBody() {
        return new Route(
                method, template, access, queryParameters, repeatable, new BodyRule.None(), produces, atRoot, handler);
    }

    /** Takes JSON that may be left out. */
    public Route withOptionalBody() {
        return new Route(
                method,
                template,
                access,
                queryParameters,
                repeatable,
                new BodyRule.Json(true),
                produces,
                atRoot,
                handler);
    }

    /** Takes JSON-RPC; see {@link Request#message}. */
    public Route withMessageBody() {
        return new Route(
                method,
                template,
                access,
                queryParameters,
                repeatable,
                new BodyRule.JsonRpc(),
                produces,
                atRoot,
                handler);
    }

    /** Takes {@code text/plain}, read by the handler as a stream of at most so many bytes. */
    public Route withTextBody(long maxBytes) {
        return new Route(
                method,
                template,
                access,
                queryParameters,
                repeatable,
                new BodyRule.Text(maxBytes),
                produces,
                atRoot,
                handler);
    }

    /** Takes at most so many bytes of any media type, as they are. */
    public Route withRawBody(int maxBytes) {
        return new Route(
                method,
                template,
                access,
                queryParameters,
                repeatable,
                new BodyRule.Raw(maxBytes),
                produces,
                atRoot,
                handler);
    }

    /** Answers in other media types than JSON, preferred first. */
    public Route producing(String... mediaTypes) {
        return new Route(
                method, template, access, queryParameters, repeatable, body, List.of(mediaTypes), atRoot, handler);
    }

    /** Answers at the root as well as under {@code /api/v1}. */
    public Route alsoAtRoot() {
        return new Route(method, template, access, queryParameters, repeatable, body, produces, true, handler);
    }
}
