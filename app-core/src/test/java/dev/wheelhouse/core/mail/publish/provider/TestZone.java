package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.mail.publish.TsigAlgorithm;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The zone that servers of tests begin with, and the key that may change it. */
public final class TestZone {

    public static final String NAME = "example.test";
    public static final String KEY = "wheelhouse";
    static final byte[] SECRET = "a secret of thirty-two bytes 123".getBytes(StandardCharsets.US_ASCII);
    public static final String SECRET_TEXT = Base64.getEncoder().encodeToString(SECRET);

    static final String TEXT = """
        example.test. 300 IN SOA ns.example.test. hostmaster.example.test. 1 3600 600 86400 300
        example.test. 300 IN NS ns.example.test.
        ns.example.test. 300 IN A 127.0.0.1
        example.test. 300 IN TXT "v=spf1 include:_spf.other.test ~all"
        example.test. 300 IN TXT "site-verification=abc"
        long.example.test. 300 IN TXT "first " "and \\"second\\" \\195\\164 \\255"
        example.test. 300 IN MX 10 mx.other.test.
        *.wild.example.test. 300 IN TXT "for all"
        own.wild.example.test. 300 IN TXT "for all"
        sub.example.test. 300 IN NS ns.elsewhere.test.
        alias.example.test. 300 IN CNAME www.other.test.
        """;

    private TestZone() {}

    static Rfc2136Access access(int port) {
        return new Rfc2136Access("127.0.0.1", port, null, KEY, TsigAlgorithm.HMAC_SHA256, SECRET);
    }
}
