package dev.wheelhouse.core.mail.spf;

import java.net.Inet6Address;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An IPv4 or IPv6 address, read from text alone. Immutable. */
public final class SpfAddress {

    private static final String OCTET = "(0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");
    private static final Pattern ZEROS = Pattern.compile("(?:^|:)0(?::0)+(?=:|$)");
    private static final byte[] MAPPED = HexFormat.of().parseHex("00000000000000000000ffff");

    private final byte[] bytes;

    private SpfAddress(byte[] bytes) {
        this.bytes = bytes;
    }

    /** An address as text, without a zone; empty for anything else. An IPv4-mapped one is the IPv4 address in it. */
    public static Optional<SpfAddress> parse(String text) {
        return parse4(text).or(() -> parse6(text).map(SpfAddress::unmapped));
    }

    /** Only IPv4, without leading zeros (RFC 7208 section 5.6). */
    static Optional<SpfAddress> parse4(String text) {
        if (!IPV4.matcher(text).matches()) {
            return Optional.empty();
        }
        byte[] bytes = new byte[4];
        String[] octets = text.split("\\.", -1);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(octets[i]);
        }
        return Optional.of(new SpfAddress(bytes));
    }

    /** Only IPv6; an IPv4-mapped one stays IPv6. */
    static Optional<SpfAddress> parse6(String text) {
        if (!IPV6.matcher(text).matches() || text.indexOf(':') < 0) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Inet6Address.ofLiteral(text).getAddress();
            return Optional.of(new SpfAddress(bytes.length == 16 ? bytes : mapped(bytes)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static byte[] mapped(byte[] four) {
        byte[] bytes = Arrays.copyOf(MAPPED, 16);
        System.arraycopy(four, 0, bytes, MAPPED.length, four.length);
        return bytes;
    }

    private SpfAddress unmapped() {
        boolean isMapped = Arrays.equals(bytes, 0, MAPPED.length, MAPPED, 0, MAPPED.length);
        return isMapped ? new SpfAddress(Arrays.copyOfRange(bytes, MAPPED.length, 16)) : this;
    }

    boolean isIpv4() {
        return bytes.length == 4;
    }

    /** Whether the first bits are those of another address; never for one of the other family. */
    boolean isIn(SpfAddress network, int prefix) {
        if (bytes.length != network.bytes.length) {
            return false;
        }
        int whole = prefix / 8;
        int mask = (0xff00 >> (prefix % 8)) & 0xff;
        return Arrays.equals(bytes, 0, whole, network.bytes, 0, whole)
                && (mask == 0 || ((bytes[whole] ^ network.bytes[whole]) & mask) == 0);
    }

    /** The macro {@code i}: an IPv4 address, or the 32 hexadecimal digits of an IPv6 one with dots between. */
    String dotted() {
        return isIpv4()
                ? toString()
                : HexFormat.of()
                        .formatHex(bytes)
                        .chars()
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining("."));
    }

    /** The macro {@code v}. */
    String family() {
        return isIpv4() ? "in-addr" : "ip6";
    }

    /** The name that PTR records of this address have. */
    public String reverseName() {
        String[] labels = dotted().split("\\.", -1);
        return IntStream.range(0, labels.length)
                .mapToObj(i -> labels[labels.length - 1 - i])
                .collect(Collectors.joining(".", "", "." + family() + ".arpa"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpfAddress that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** IPv6 as RFC 5952 writes it. */
    @Override
    public String toString() {
        if (isIpv4()) {
            return IntStream.range(0, 4).mapToObj(i -> "" + (bytes[i] & 0xff)).collect(Collectors.joining("."));
        }
        String whole = IntStream.range(0, 8)
                .mapToObj(i -> Integer.toHexString((bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff)))
                .collect(Collectors.joining(":"));
        Matcher zeros = ZEROS.matcher(whole);
        int from = 0;
        int to = 0;
        while (zeros.find()) {
            if (groups(zeros.end() - zeros.start()) > groups(to - from)) {
                from = zeros.start();
                to = zeros.end();
            }
        }
        if (to == 0) {
            return whole;
        }
        String tail = whole.substring(to);
        return whole.substring(0, from) + (tail.isEmpty() ? "::" : ":" + tail);
    }

    /** A colon stands before each group but at the beginning of the address. */
    private static int groups(int length) {
        return (length + 1) / 2;
    }
}
