package dev.wheelhouse.core.platform.net;

import java.net.IDN;
import java.net.InetAddress;
import java.util.regex.Pattern;

/** Whether texts name hosts, by their form alone. */
public final class HostNames {

    private static final int LONGEST = 253;
    /** No name that may be one is longer in its own alphabet. */
    private static final int LONGEST_WRITTEN = 1_000;

    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0[xX][0-9a-fA-F]*)");

    private HostNames() {}

    /**
     * Whether it is a host name (RFC 1123 section 2.1): letters, digits and hyphens, and a last label that no system reads
     * as part of an address. Names in other alphabets are written as {@code xn--…}.
     */
    public static boolean isName(String text) {
        return isLabels(text) && !NUMBER.matcher(text).matches();
    }

    /** As {@link #isName}, for what stands before a name: the last label may be a number. */
    public static boolean isLabels(String text) {
        return text.length() <= LONGEST && NAME.matcher(text).matches();
    }

    /**
     * As {@link IDN#toASCII(String, int)}, which for a long label throws what is no {@code IllegalArgumentException}.
     *
     * @param flags of {@link IDN}
     * @throws IllegalArgumentException for what has no such form
     */
    public static String toAscii(String text, int flags) {
        if (text.length() > LONGEST_WRITTEN) {
            throw new IllegalArgumentException("The name is too long.");
        }
        return IDN.toASCII(text, flags);
    }

    /** Whether it is an IPv4 address in its four decimal parts, or an IPv6 one without zone and brackets. */
    public static boolean isAddress(String text) {
        if (!text.matches("[0-9a-fA-F:.]{2,45}")) {
            return false;
        }
        try {
            InetAddress.ofLiteral(text);
            return text.contains(":") || text.matches("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Whether requests can be sent to it: an address, or a name, which in private networks may have underscores. */
    public static boolean isTarget(String text) {
        return UrlHost.read(text).isPresent();
    }

    /** An IPv6 address without its brackets; anything else as it is. */
    public static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}
