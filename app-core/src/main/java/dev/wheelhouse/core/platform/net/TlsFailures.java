package dev.wheelhouse.core.platform.net;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import org.jspecify.annotations.Nullable;

/** What went wrong with TLS, in words. */
public final class TlsFailures {

    private TlsFailures() {}

    /**
     * A sentence.
     *
     * @param host what was connected to, as it is shown
     */
    public static String words(String host, Throwable cause) {
        if (find(cause, CertPathBuilderException.class) != null) {
            return "The certificate of " + host + " is not signed by an authority that this machine trusts.";
        }
        CertificateException certificate = find(cause, CertificateException.class);
        if (certificate != null) {
            return "The certificate of " + host + " was refused: " + stop(certificate.getMessage());
        }
        return "There is no secure connection to " + host + ": " + stop(cause.getMessage());
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }

    private static String stop(@Nullable String sentence) {
        String text = String.valueOf(sentence).strip();
        return text.endsWith(".") ? text : text + ".";
    }
}
