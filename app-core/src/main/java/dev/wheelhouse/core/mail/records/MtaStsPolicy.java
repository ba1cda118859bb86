package dev.wheelhouse.core.mail.records;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The policy that a domain should serve over HTTPS (RFC 8461 section 3.2).
 *
 * @param url where it is looked for
 * @param text what should be there, as {@code text/plain}
 */
public record MtaStsPolicy(String url, String text) {

    private static final int ID_CHARACTERS = 16;

    /**
     * That of a domain.
     *
     * @param host its mail server
     */
    public static MtaStsPolicy of(String fqdn, String host) {
        return new MtaStsPolicy(url(fqdn), text(host));
    }

    /** Where the policy of a domain is (RFC 8461 section 3.3). */
    public static String url(String fqdn) {
        return "https://mta-sts." + fqdn + "/.well-known/mta-sts.txt";
    }

    /** In mode {@code testing}, which loses no mail: its owner makes it {@code enforce} once reports are clean. */
    private static String text(String host) {
        return "version: STSv1\r\nmode: testing\r\nmx: " + host + "\r\nmax_age: 604800\r\n";
    }

    /** Another one for another policy, as the record must have (RFC 8461 section 3.1). */
    public static String id(String host) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text(host).getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash).substring(0, ID_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
