package dev.wheelhouse.core.platform.net;

import dev.wheelhouse.core.platform.error.AppException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where requests may go that the console makes on a caller's behalf: to public addresses, and to those private ones that
 * the owner named in the settings. Without this anybody who may name an address could reach what only this machine can.
 * Thread-safe.
 */
public final class OutgoingTargets {

    private static final int LONGEST = 2000;

    private final Set<String> allowed;

    /** @param privateHosts names or addresses, as they stand in an address, that may be private */
    public OutgoingTargets(Collection<String> privateHosts) {
        this.allowed = privateHosts.stream()
                .map(each -> bare(each.strip().toLowerCase(Locale.ROOT)))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * An address in its parts, checked for form alone.
     *
     * @param path of the field, for the message
     * @throws AppException {@code validation_failed} when it is no http(s) address, or carries a user or a fragment
     */
    public static URI parse(String path, String text) {
        if (text.length() > LONGEST) {
            throw AppException.invalid(path, "Give at most " + LONGEST + " characters.");
        }
        try {
            URI uri = new URI(text.strip());
            boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (!http || uri.getHost() == null) {
                throw AppException.invalid(path, "Give an address such as https://prometheus.example:9090.");
            }
            if (uri.getRawUserInfo() != null || uri.getRawFragment() != null || uri.getRawQuery() != null) {
                throw AppException.invalid(path, "Leave out user, password, query and fragment.");
            }
            return uri;
        } catch (URISyntaxException _) {
            throw AppException.invalid(path, "Give an address such as https://prometheus.example:9090.");
        }
    }

    /**
     * Resolves an address once more and refuses it when any of what it resolves to may not be reached. To be called right
     * before each request: the platform then connects to what was resolved here, which it remembers for half a minute.
     *
     * @throws AppException {@code validation_failed} on the field for a private address that the settings do not name
     * @throws UnknownHostException when the name does not resolve
     */
    public void check(String path, URI uri) throws UnknownHostException {
        String host = bare(uri.getHost().toLowerCase(Locale.ROOT));
        if (allowed.contains(host)) {
            return;
        }
        for (InetAddress address : InetAddress.getAllByName(host)) {
            if (isPrivate(address)) {
                throw AppException.invalid(
                        path,
                        host + " is a private address of this machine or its network. The owner can allow it: add \""
                                + host + "\" to privateHosts in settings.json and start again.");
            }
        }
    }

    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /** Everything that is not the public Internet (RFC 6890, RFC 4193, RFC 6598, RFC 5737, RFC 9637). */
    static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return true;
        }
        return bytes.length == 4 ? isPrivate4(bytes) : isPrivate6(bytes);
    }

    private static boolean isPrivate4(byte[] bytes) {
        int first = bytes[0] & 0xFF;
        int second = bytes[1] & 0xFF;
        int third = bytes[2] & 0xFF;
        return first == 0
                || (first == 100 && second >= 64 && second < 128)
                || (first == 192 && second == 0 && (third == 0 || third == 2))
                || (first == 198 && (second == 18 || second == 19))
                || (first == 198 && second == 51 && third == 100)
                || (first == 203 && second == 0 && third == 113)
                || first >= 240;
    }

    /** Also IPv4 inside IPv6 (compatible, NAT64, Teredo, 6to4), which leads back to any private address. */
    private static boolean isPrivate6(byte[] bytes) {
        int first = word(bytes, 0);
        int second = word(bytes, 2);
        return first == 0
                || (first & 0xFE00) == 0xFC00
                || (first == 0x64 && second == 0xFF9B)
                || (first == 0x2001 && (second == 0 || second == 0xDB8))
                || first == 0x2002
                || (first == 0x3FFF && second < 0x1000);
    }

    private static int word(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
    }
}
