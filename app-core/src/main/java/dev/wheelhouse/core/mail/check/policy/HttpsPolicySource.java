package dev.wheelhouse.core.mail.check.policy;

import dev.wheelhouse.core.mail.records.MtaStsPolicy;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.net.URI;
import java.time.Duration;
import java.util.TreeMap;

/** Fetches policies from their servers, at most 64 KiB (RFC 8461 section 3.3) within 8 s. Thread-safe. */
public final class HttpsPolicySource implements PolicySource {

    private static final OutgoingLimits LIMITS =
            new OutgoingLimits(Duration.ofSeconds(3), Duration.ofSeconds(8), 64 << 10);

    private final OutgoingRequests requests;

    public HttpsPolicySource(OutgoingRequests requests) {
        this.requests = requests;
    }

    /** @throws AppException {@code cancelled} when the calling thread is interrupted */
    @Override
    public Answer fetch(String domain) {
        URI uri = URI.create(MtaStsPolicy.url(domain));
        try {
            OutgoingAnswer answer =
                    requests.send("fqdn", OutgoingRequest.get(uri).within(LIMITS));
            TreeMap<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.putAll(answer.headers());
            return new Fetched(answer.status(), headers.getOrDefault("Content-Type", ""), answer.text());
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.CANCELLED) {
                throw e;
            }
            return new Unreachable(String.valueOf(e.getMessage()), e.errorCode() == PlatformError.UPSTREAM_TIMEOUT);
        }
    }
}
