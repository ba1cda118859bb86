package dev.wheelhouse.core.mail.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.records.DkimKeyType;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.EncodedKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DkimKeyPairTest {

    /** What stands before the 32 bytes of an Ed25519 key (RFC 8410 section 4). */
    private static final byte[] ED25519_HEADER = HexFormat.of().parseHex("302a300506032b6570032100");

    private static PublicKey published(DkimKeyPair pair) throws Exception {
        byte[] bytes = Base64.getDecoder().decode(pair.publicKey());
        if (pair.type() == DkimKeyType.RSA) {
            return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(bytes));
        }
        assertThat(bytes).hasSize(32);
        byte[] info = new byte[ED25519_HEADER.length + bytes.length];
        System.arraycopy(ED25519_HEADER, 0, info, 0, ED25519_HEADER.length);
        System.arraycopy(bytes, 0, info, ED25519_HEADER.length, bytes.length);
        EncodedKeySpec spec = new X509EncodedKeySpec(info);
        return KeyFactory.getInstance("Ed25519").generatePublic(spec);
    }

    private static DkimKey key(DkimKeyPair pair) {
        return new DkimKey(
                "key_1",
                "org_1",
                "mail_1",
                "mail2026",
                pair.type(),
                pair.publicKey(),
                DkimKeyState.SIGNING,
                Instant.EPOCH,
                Instant.EPOCH);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSignedIsVerifiedWithWhatIsPublished(DkimKeyType type) throws Exception {
        DkimKeyPair pair = DkimKeyPair.generate(type);
        String family = type == DkimKeyType.RSA ? "RSA" : "Ed25519";
        PrivateKey secret = KeyFactory.getInstance(family).generatePrivate(new PKCS8EncodedKeySpec(pair.pkcs8()));
        String algorithm = type == DkimKeyType.RSA ? "SHA256withRSA" : "Ed25519";
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(secret);
        signing.update(new byte[] {1, 2, 3});
        Signature verifying = Signature.getInstance(algorithm);
        PublicKey published = published(pair);
        verifying.initVerify(published);
        verifying.update(new byte[] {1, 2, 3});
        assertThat(verifying.verify(signing.sign())).isTrue();
        if (published instanceof RSAPublicKey rsa) {
            assertThat(rsa.getModulus().bitLength()).isEqualTo(2048);
        }
        assertThat(pair.toString()).doesNotContain(pair.publicKey());
    }

    @ParameterizedTest
    @EnumSource
    void isWrittenForEachProgram(DkimKeyType type) {
        DkimKeyPair pair = DkimKeyPair.generate(type);
        DkimExport pem = DkimExport.of(DkimExportFormat.PKCS8, "example.com", key(pair), pair.pkcs8());
        assertThat(pem.files()).singleElement().satisfies(file -> {
            assertThat(file.path()).isEqualTo("example.com.mail2026.pem");
            assertThat(file.secret()).isTrue();
            String body = file.content()
                    .replace("-----BEGIN PRIVATE KEY-----\n", "")
                    .replace("\n-----END PRIVATE KEY-----\n", "");
            assertThat(body.lines()).allMatch(line -> line.length() <= 64);
            assertThat(Base64.getMimeDecoder().decode(body)).isEqualTo(pair.pkcs8());
        });
        DkimExport opendkim = DkimExport.of(DkimExportFormat.OPENDKIM, "example.com", key(pair), pair.pkcs8());
        assertThat(opendkim.files().get(0).content())
                .isEqualTo(pem.files().get(0).content());
        assertThat(opendkim.files().get(1).content())
                .isEqualTo("mail2026._domainkey.example.com example.com:mail2026:"
                        + opendkim.files().get(0).path() + "\n");
        assertThat(opendkim.files().get(2).content()).isEqualTo("*@example.com mail2026._domainkey.example.com\n");
        DkimExport rspamd = DkimExport.of(DkimExportFormat.RSPAMD, "example.com", key(pair), pair.pkcs8());
        assertThat(rspamd.files().get(1).content()).isEqualTo("example.com mail2026\n");
        assertThat(rspamd.files().get(2).content())
                .contains(rspamd.files().get(1).path())
                .contains(rspamd.files().get(0).path().replace("example.com.mail2026", "$domain.$selector"));
        assertThat(rspamd.files().get(1).secret()).isFalse();
    }

    @Test
    void anEd25519KeyForRspamdIsOneLine() {
        DkimKeyPair pair = DkimKeyPair.generate(DkimKeyType.ED25519);
        String content = DkimExport.of(DkimExportFormat.RSPAMD, "example.com", key(pair), pair.pkcs8())
                .files()
                .getFirst()
                .content();
        byte[] bytes = Base64.getDecoder().decode(content.strip());
        assertThat(bytes).hasSize(64);
        assertThat(Base64.getEncoder().encodeToString(java.util.Arrays.copyOfRange(bytes, 32, 64)))
                .isEqualTo(pair.publicKey());
    }
}
