package dev.wheelhouse.api.security;

import dev.wheelhouse.api.http.Guard;
import dev.wheelhouse.api.http.RequestHead;
import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Refuses what a page of another origin sends through the user's browser (Fetch standard; Fetch Metadata). Programs
 * send neither header and pass. A link on another site may still open the reference page.
 */
public final class OriginGuard implements Guard {

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> openPages;

    /** @param openPages paths that a top-level navigation from elsewhere may show */
    public OriginGuard(Set<String> openPages) {
        this.openPages = Set.copyOf(openPages);
    }

    @Override
    public void check(RequestHead head) {
        List<String> origins = head.headerValues("Origin");
        String own =
                (head.secure() ? "https://" : "http://") + head.header("Host").orElse("");
        boolean foreign = origins.stream().anyMatch(origin -> !origin.equalsIgnoreCase(own));
        if (foreign || !isOwnSite(head)) {
            throw new AppException(
                    HttpError.ORIGIN_REJECTED,
                    "Pages of other sites may not call this console. Call it from a program.");
        }
    }

    private boolean isOwnSite(RequestHead head) {
        return isNavigationToOpenPage(head)
                || head.headerValues("Sec-Fetch-Site").stream()
                        .allMatch(site -> OWN_SITES.contains(site.toLowerCase(Locale.ROOT)));
    }

    private boolean isNavigationToOpenPage(RequestHead head) {
        return (head.method().equals("GET") || head.method().equals("HEAD"))
                && openPages.contains(head.path())
                && head.headerValues("Sec-Fetch-Mode").equals(List.of("navigate"))
                && head.headerValues("Sec-Fetch-Dest").equals(List.of("document"));
    }
}
