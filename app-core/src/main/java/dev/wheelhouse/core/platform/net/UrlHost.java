package dev.wheelhouse.core.platform.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host of an address in its one form, whatever its notation was.
 *
 * @param text a name in lower-case ASCII without a dot at its end, or an address as Java writes it, without brackets
 * @param literal the address; null for a name
 */
record UrlHost(String text, @Nullable InetAddress literal) {

    private static final int LONGEST = 253;
    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63})*");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");

    /**
     * Reads a host: names of other alphabets (RFC 3490), IPv6 in brackets or without, and IPv4 in all that inet_aton takes,
     * such as {@code 0x7f.1} or {@code 2130706433}.
     *
     * @return empty for what is neither a name nor an address, and for one with a zone, which is of this machine's network
     */
    static Optional<UrlHost> read(String text) {
        try {
            boolean bracketed = text.startsWith("[") && text.endsWith("]");
            String bare = bracketed ? text.substring(1, text.length() - 1) : text;
            if (bracketed || bare.indexOf(':') >= 0) {
                return bare.indexOf(':') < 0 || bare.indexOf('%') >= 0
                        ? Optional.empty()
                        : Optional.of(of(InetAddress.ofLiteral(bare)));
            }
            String ascii = HostNames.toAscii(bare, 0).toLowerCase(Locale.ROOT);
            String name = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
            if (ENDS_IN_NUMBER.matcher(name).matches()) {
                return Optional.of(of(Inet4Address.ofPosixLiteral(name)));
            }
            return name.length() <= LONGEST && NAME.matcher(name).matches()
                    ? Optional.of(new UrlHost(name, null))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static UrlHost of(InetAddress address) {
        return new UrlHost(address.getHostAddress(), address);
    }

    /** Whether the name always means this machine (RFC 6761 section 6.3). */
    boolean isLocalName() {
        return text.equals("localhost") || text.endsWith(".localhost");
    }

    /** As it stands in an address. */
    String inUrl() {
        return text.indexOf(':') < 0 ? text : "[" + text + "]";
    }
}
