package dev.wheelhouse.core.platform.net;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What went wrong with a request, in words that name its host. */
final class OutgoingFailures {

    private OutgoingFailures() {}

    static AppException of(Endpoint endpoint, OutgoingLimits limits, boolean timedOut, IOException cause) {
        String host = endpoint.host().inUrl() + ":" + endpoint.port();
        if (Thread.currentThread().isInterrupted()) {
            return new AppException(PlatformError.CANCELLED, "The request to " + host + " was cancelled.", cause);
        }
        if (timedOut) {
            return timeout(host + " did not answer within " + seconds(limits.total()) + ".", cause);
        }
        return switch (cause) {
            case UnknownHostException _ -> failed(endpoint.host().text() + " does not resolve.", cause);
            case SocketTimeoutException _ ->
                timeout(host + " accepted no connection within " + seconds(limits.connect()) + ".", cause);
            case ConnectException _ -> failed(host + " refused the connection.", cause);
            case NoRouteToHostException _ -> failed("There is no route to " + host + ".", cause);
            case SSLException _ -> failed(insecure(host, cause), cause);
            default -> failed("The conversation with " + host + " broke: " + cause.getMessage() + ".", cause);
        };
    }

    private static String insecure(String host, IOException cause) {
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

    private static String seconds(Duration limit) {
        return limit.toSeconds() > 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    private static AppException failed(String message, IOException cause) {
        return new AppException(PlatformError.UPSTREAM_FAILED, message, cause);
    }

    private static AppException timeout(String message, IOException cause) {
        return new AppException(PlatformError.UPSTREAM_TIMEOUT, message, cause);
    }
}
