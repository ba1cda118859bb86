package dev.wheelhouse.core.mail.check.smtp;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/** Lets every certificate through and notes whether this machine trusts it: nothing is sent that must stay secret. */
final class ServerChain extends X509ExtendedTrustManager {

    private final X509TrustManager system = system();
    private boolean isTrusted;

    private static X509TrustManager system() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            for (TrustManager each : factory.getTrustManagers()) {
                if (each instanceof X509TrustManager found) {
                    return found;
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no certificates", e);
        }
        throw new IllegalStateException("This Java has no certificates");
    }

    boolean isTrusted() {
        return isTrusted;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
        try {
            system.checkServerTrusted(chain, type);
            isTrusted = true;
        } catch (CertificateException _) {
            isTrusted = false;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("No client is asked for a certificate");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
