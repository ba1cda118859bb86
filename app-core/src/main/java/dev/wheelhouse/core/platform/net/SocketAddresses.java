package dev.wheelhouse.core.platform.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** IP addresses that may have a port: {@code 192.0.2.1}, {@code 192.0.2.1:5353}, {@code 2001:db8::1}, {@code [2001:db8::1]:5353}. */
public final class SocketAddresses {

    private static final Pattern PORT = Pattern.compile("(\\[[^\\]]*\\]|[^:]*):([1-9][0-9]{0,4})");
    private static final int LAST_PORT = 65535;

    private SocketAddresses() {}

    /**
     * Reads one, without asking anybody.
     *
     * @param usualPort 1 to 65535, where none is given
     * @return empty for anything else, names too
     */
    public static Optional<InetSocketAddress> read(String text, int usualPort) {
        Matcher parts = PORT.matcher(text);
        boolean hasPort = parts.matches();
        String host = hasPort ? parts.group(1) : text;
        int port = hasPort ? Integer.parseInt(parts.group(2)) : usualPort;
        String bare = HostNames.bare(host);
        boolean isBracketedIpv4 = !bare.equals(host) && bare.indexOf(':') < 0;
        return HostNames.isAddress(bare) && !isBracketedIpv4 && port <= LAST_PORT
                ? Optional.of(new InetSocketAddress(InetAddress.ofLiteral(bare), port))
                : Optional.empty();
    }
}
