package dev.wheelhouse.api.security;

import dev.wheelhouse.api.http.Guard;
import dev.wheelhouse.api.http.RequestHead;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Locale;
import java.util.Set;

/** Refuses credentials in the URL, where logs, histories and referrers would keep them. */
public final class QueryCredentialGuard implements Guard {

    private static final Set<String> NAMES = Set.of("token", "api_key", "access_token");

    @Override
    public void check(RequestHead head) {
        for (String pair : head.query().split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (NAMES.contains(name.toLowerCase(Locale.ROOT))) {
                throw new AppException(
                        PlatformError.BAD_REQUEST,
                        "A credential does not belong into the URL. Send it as Authorization: Bearer, and replace this"
                                + " one if it was real.");
            }
        }
    }
}
