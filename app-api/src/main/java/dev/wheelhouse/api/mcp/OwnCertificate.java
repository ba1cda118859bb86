package dev.wheelhouse.api.mcp;

import dev.wheelhouse.core.platform.id.Sha256;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Trusts the one certificate that the home names, whoever signed it and for whatever name. */
final class OwnCertificate extends X509ExtendedTrustManager {

    private final Supplier<@Nullable String> sha256;

    /** @param sha256 of the certificate, asked at each connection */
    OwnCertificate(Supplier<@Nullable String> sha256) {
        this.sha256 = sha256;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        if (!HexFormat.of()
                .formatHex(Sha256.digest().digest(chain[0].getEncoded()))
                .equals(sha256.get())) {
            throw new CertificateException("The certificate is not the console's");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("Nobody connects here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
