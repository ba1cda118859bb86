package dev.wheelhouse.api.http;

import java.util.Arrays;
import java.util.Locale;

/** What a caller would rather have (RFC 7240). */
public final class Prefer {

    private Prefer() {}

    /** Whether the work is to go on behind while the caller looks at its job. */
    public static boolean isAsync(Request request) {
        return request.header("Prefer").stream()
                .flatMap(each -> Arrays.stream(each.split(",", -1)))
                .map(each -> each.split(";", -1)[0].strip().toLowerCase(Locale.ROOT))
                .anyMatch("respond-async"::equals);
    }

    public static Response applied(Response response) {
        return response.withHeader("Preference-Applied", "respond-async");
    }
}
