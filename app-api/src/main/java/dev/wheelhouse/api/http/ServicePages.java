package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.util.Optional;
import java.util.function.Function;

/** Between the paging of the API and that of the services. */
public final class ServicePages {

    private ServicePages() {}

    /** What the query of a route with {@link Route#withPaging} asks for. */
    public static PageRequest request(Request request) {
        Paging paging = Paging.of(request);
        return new PageRequest(paging.limit(), paging.cursor().orElse(null));
    }

    /** A bare array and the link to the next page. */
    public static <T> Response response(Request request, Page<T> page, Function<? super T, ?> json) {
        Response response = Response.ok(page.items().stream().map(json).toList());
        return Paging.withNext(response, request, Optional.ofNullable(page.next()));
    }
}
