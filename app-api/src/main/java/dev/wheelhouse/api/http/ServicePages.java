package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Between the paging of the API and that of the services. */
public final class ServicePages {

    private static final Pattern ID = Pattern.compile("[a-z]{2,8}_[0-9a-z]{26}");

    /** What services give at once. */
    private static final int MOST = 200;

    private ServicePages() {}

    /** What the query of a route with {@link Route#withPaging} asks for. */
    public static PageRequest request(Request request) {
        Paging paging = Paging.of(request);
        paging.cursor().ifPresent(ServicePages::requireId);
        return new PageRequest(paging.limit(), paging.cursor().orElse(null));
    }

    /** The services take the last id of the page before. */
    private static void requireId(String cursor) {
        if (!ID.matcher(cursor).matches()) {
            throw AppException.invalid("query.cursor", "Take the cursor from the Link header of the page before.");
        }
    }

    /**
     * A page of what a filter lets through, and the link to the next one.
     *
     * @param source gives pages of everything
     * @param id by which pages follow each other
     */
    public static <T, J> Response response(
            Request request,
            Function<PageRequest, Page<T>> source,
            Function<? super T, String> id,
            Function<? super T, J> json,
            ListFilter<J> filter) {
        PageRequest asked = request(request);
        Predicate<J> wanted = filter.wanted(request);
        if (wanted == null) {
            return response(request, source.apply(asked), json);
        }
        List<J> found = new ArrayList<>();
        String last = null;
        String from = asked.cursor();
        do {
            Page<T> page = source.apply(new PageRequest(MOST, from));
            for (T each : page.items()) {
                J element = json.apply(each);
                if (wanted.test(element)) {
                    if (found.size() == asked.limit()) {
                        return Paging.withNext(Response.ok(found), request, Optional.ofNullable(last));
                    }
                    found.add(element);
                    last = id.apply(each);
                }
            }
            from = page.next();
        } while (from != null);
        return Response.ok(found);
    }

    /** A bare array and the link to the next page. */
    public static <T> Response response(Request request, Page<T> page, Function<? super T, ?> json) {
        Response response = Response.ok(page.items().stream().map(json).toList());
        return Paging.withNext(response, request, Optional.ofNullable(page.next()));
    }
}
