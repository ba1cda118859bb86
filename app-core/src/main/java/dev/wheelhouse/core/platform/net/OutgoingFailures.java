package dev.wheelhouse.core.platform.net;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;

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
            case SSLException _ -> failed(TlsFailures.words(host, cause), cause);
            default -> failed("The conversation with " + host + " broke: " + cause.getMessage() + ".", cause);
        };
    }

    static String seconds(Duration limit) {
        return limit.toSeconds() > 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    private static AppException failed(String message, IOException cause) {
        return new AppException(PlatformError.UPSTREAM_FAILED, message, cause);
    }

    private static AppException timeout(String message, IOException cause) {
        return new AppException(PlatformError.UPSTREAM_TIMEOUT, message, cause);
    }
}
