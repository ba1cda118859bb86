package dev.wheelhouse.core.platform.net;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** IP addresses in the one form that people compare: IPv4 in four decimal parts, IPv6 as RFC 5952 writes it. */
public final class AddressText {

    private static final int IPV4_BYTES = 4;
    private static final Pattern ZEROS = Pattern.compile("(?:^|:)0(?::0)+(?=:|$)");

    private AddressText() {}

    /** @param bytes 4 or 16 */
    public static String of(byte[] bytes) {
        if (bytes.length == IPV4_BYTES) {
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
