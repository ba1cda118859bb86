package dev.wheelhouse.core.mail.records;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the records of a mail domain follow from. Names in lower case as A-labels, without a dot at the end.
 *
 * @param host the mail server
 * @param ipv4 its addresses, in their one form
 * @param ipv6 its addresses, in their one form (RFC 5952)
 * @param dkim the keys whose records should be there: the one that signs first
 * @param inboxSubdomain one or more labels below the domain that get mail too; empty for none
 * @param policyId of the MTA-STS policy, 1 to 32 letters and digits
 * @param certificate the SHA-256 of the public key that the host showed on port 25, in hex; null while it was not seen
 */
public record MailSetup(
        String fqdn,
        String host,
        List<String> ipv4,
        List<String> ipv6,
        List<DkimRecord> dkim,
        String inboxSubdomain,
        String policyId,
        @Nullable String certificate) {

    public MailSetup {
        ipv4 = List.copyOf(ipv4);
        ipv6 = List.copyOf(ipv6);
        dkim = List.copyOf(dkim);
    }

    /** All addresses of the mail server, IPv4 first. */
    public List<String> addresses() {
        return Stream.concat(ipv4.stream(), ipv6.stream()).toList();
    }

    /**
     * The record of a key.
     *
     * @param selector one or more labels
     * @param publicKey empty for a key that is revoked. Base64 as in the tag {@code p}: of RSA the SubjectPublicKeyInfo (RFC 6376 section 3.6.1), of
     *     Ed25519 the 32 bytes alone (RFC 8463 section 4)
     * @param required whether the key signs
     */
    public record DkimRecord(String selector, DkimKeyType type, String publicKey, boolean required) {

        public String name(String fqdn) {
            return selector + "._domainkey." + fqdn;
        }

        public String text() {
            return "v=DKIM1; k=" + type.wireName() + "; p=" + publicKey;
        }
    }
}
