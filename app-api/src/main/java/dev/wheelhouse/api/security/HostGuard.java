package dev.wheelhouse.api.security;

import dev.wheelhouse.api.http.Guard;
import dev.wheelhouse.api.http.RequestHead;
import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses requests for names that are not ours: a page of another site can make its own name resolve to 127.0.0.1 (DNS
 * rebinding), but it cannot make the browser send our name. The port is free, because an SSH tunnel changes it.
 */
public final class HostGuard implements Guard {

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9a-f:.]+]|[^:@/\\[\\]]+)(?::[0-9]{1,5})?");

    private final Supplier<? extends Collection<String>> configuredNames;

    /** @param configuredNames names beside the loopback ones, without port; asked at each request */
    public HostGuard(Supplier<? extends Collection<String>> configuredNames) {
        this.configuredNames = configuredNames;
    }

    @Override
    public void check(RequestHead head) {
        List<String> hosts = head.headerValues("Host");
        if (hosts.size() != 1) {
            throw new AppException(PlatformError.BAD_REQUEST, "Send exactly one Host header.");
        }
        String host = hosts.getFirst().toLowerCase(Locale.ROOT);
        if (head.authority().isPresent()
                && !head.authority().get().toLowerCase(Locale.ROOT).equals(host)) {
            throw new AppException(PlatformError.BAD_REQUEST, "The Host header and the request target disagree.");
        }
        Matcher authority = AUTHORITY.matcher(host);
        if (!authority.matches() || !isOurs(authority.group(1))) {
            throw new AppException(
                    HttpError.HOST_REJECTED,
                    "This console answers to 127.0.0.1, localhost and [::1]. Use one of them, or add the name to its"
                            + " settings.");
        }
    }

    /** @param host in lower case, an IPv6 address in brackets */
    private boolean isOurs(String host) {
        return LOOPBACK.contains(host)
                || configuredNames.get().stream()
                        .anyMatch(name -> name.equalsIgnoreCase(host) || ("[" + name + "]").equalsIgnoreCase(host));
    }
}
