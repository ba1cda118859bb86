package dev.wheelhouse.core.mail.dkim;

import dev.wheelhouse.core.mail.records.DkimKeyType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A private key in the form that a program reads, and what else that program has to be told.
 *
 * @param files the key first
 */
public record DkimExport(List<File> files) {

    /**
     * @param path where it belongs; a name alone where that is free
     * @param secret whether nobody but that program may read it
     */
    public record File(String path, String content, boolean secret) {

        /** Never the content. */
        @Override
        public String toString() {
            return "File[" + path + "]";
        }
    }

    private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    public DkimExport {
        files = List.copyOf(files);
    }

    /** @param pkcs8 the private key as DER */
    public static DkimExport of(DkimExportFormat format, String fqdn, DkimKey key, byte[] pkcs8) {
        return switch (format) {
            case PKCS8 -> new DkimExport(List.of(new File(fqdn + "." + key.selector() + ".pem", pem(pkcs8), true)));
            case OPENDKIM -> openDkim(fqdn, key, pem(pkcs8));
            case RSPAMD -> rspamd(fqdn, key, pkcs8);
        };
    }

    private static String pem(byte[] pkcs8) {
        return "-----BEGIN PRIVATE KEY-----\n" + PEM.encodeToString(pkcs8) + "\n-----END PRIVATE KEY-----\n";
    }

    private static DkimExport openDkim(String fqdn, DkimKey key, String pem) {
        String path = "/etc/dkimkeys/" + fqdn + "." + key.selector() + ".private";
        String name = key.selector() + "._domainkey." + fqdn;
        return new DkimExport(List.of(
                new File(path, pem, true),
                new File("KeyTable", name + " " + fqdn + ":" + key.selector() + ":" + path + "\n", false),
                new File("SigningTable", "*@" + fqdn + " " + name + "\n", false)));
    }

    /**
     * The configuration is the same for all domains: of several sections {@code domain}, rspamd would heed none, and with
     * {@code use_esld} it would take the key of example.com for mail of sub.example.com. An Ed25519 key is one line of Base64 there, seed and public key after one another, as {@code rspamadm dkim_keygen} writes it; PEM
     * of such a key is refused (rspamd/rspamd #2974).
     */
    private static DkimExport rspamd(String fqdn, DkimKey key, byte[] pkcs8) {
        String content = key.type() == DkimKeyType.RSA ? pem(pkcs8) : seedAndPublicKey(key, pkcs8) + "\n";
        return new DkimExport(List.of(
                new File("/var/lib/rspamd/dkim/" + fqdn + "." + key.selector() + ".key", content, true),
                new File("/etc/rspamd/dkim_selectors.map", fqdn + " " + key.selector() + "\n", false),
                new File("/etc/rspamd/local.d/dkim_signing.conf", """
                        path = "/var/lib/rspamd/dkim/$domain.$selector.key";
                        selector_map = "/etc/rspamd/dkim_selectors.map";
                        use_esld = false;
                        """, false)));
    }

    private static String seedAndPublicKey(DkimKey key, byte[] pkcs8) {
        byte[] seed = DkimKeyPair.seed(pkcs8);
        byte[] published = Base64.getDecoder().decode(key.publicKey());
        byte[] both = new byte[seed.length + published.length];
        System.arraycopy(seed, 0, both, 0, seed.length);
        System.arraycopy(published, 0, both, seed.length, published.length);
        return Base64.getEncoder().encodeToString(both);
    }
}
