package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Between the paging of the API and that of the services. */
public final class ServicePages {

    private static final Pattern ID = Pattern.compile("[a-z]{2,8}_[0-9a-z]{26}");

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

    /** A bare array and the link to the next page. */
    public static <T> Response response(Request request, Page<T> page, Function<? super T, ?> json) {
        Response response = Response.ok(page.items().stream().map(json).toList());
        return Paging.withNext(response, request, Optional.ofNullable(page.next()));
    }
}
