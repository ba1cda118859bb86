package dev.wheelhouse.core.platform.net;

import java.net.InetAddress;
import java.util.List;

/**
 * What is not the public Internet: IANA's registries of special-purpose addresses (RFC 6890 and what amends it), and of
 * IPv6 everything outside the global unicast space (RFC 4291), so that no way of carrying IPv4 within it leads anywhere.
 */
final class SpecialAddresses {

    private static final List<Block> SPECIAL = blocks(
            // This network, private use, shared by carriers, loopback, link-local.
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.168.0.0/16",
            // Protocol assignments, AS112, tunnels and relays, benchmarks, documentation.
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            // Multicast, reserved, broadcast.
            "224.0.0.0/4",
            "240.0.0.0/4",
            // Azure's agent on the host of a virtual machine, reached from within only.
            "168.63.129.16/32",
            // Protocol assignments with Teredo, documentation, 6to4, AS112.
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20");

    private static final Block GLOBAL_UNICAST = block("2000::/3");

    private SpecialAddresses() {}

    static boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        return (bytes.length > 4 && !GLOBAL_UNICAST.contains(bytes))
                || SPECIAL.stream().anyMatch(each -> each.contains(bytes));
    }

    private static List<Block> blocks(String... texts) {
        return List.of(texts).stream().map(SpecialAddresses::block).toList();
    }

    private static Block block(String text) {
        int slash = text.indexOf('/');
        return new Block(InetAddress.ofLiteral(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    }

    /** Addresses that share their first bits. */
    private record Block(InetAddress first, int bits) {

        boolean contains(byte[] address) {
            byte[] own = first.getAddress();
            if (own.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                if (((own[bit / 8] ^ address[bit / 8]) & 0x80 >> bit % 8) != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
