package dev.wheelhouse.api.security;

import dev.wheelhouse.api.http.Guard;
import dev.wheelhouse.api.http.HttpLimits;
import dev.wheelhouse.api.http.RequestHead;
import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Map;

/** Holds the request's head to its size. */
public final class HeadSizeGuard implements Guard {

    private final HttpLimits limits;

    public HeadSizeGuard(HttpLimits limits) {
        this.limits = limits;
    }

    @Override
    public void check(RequestHead head) {
        if (head.path().length() + head.query().length() > limits.maxUriBytes()) {
            throw new AppException(
                    HttpError.URI_TOO_LONG, "The URL is longer than " + limits.maxUriBytes() + " bytes. Shorten it.");
        }
        if (headerBytes(head.headers()) > limits.maxHeaderBytes()) {
            throw new AppException(
                    HttpError.HEADERS_TOO_LARGE,
                    "The headers are larger than " + limits.maxHeaderBytes() + " bytes. Send fewer.");
        }
    }

    private static long headerBytes(Map<String, List<String>> headers) {
        long bytes = 0;
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            for (String value : header.getValue()) {
                bytes += header.getKey().length() + value.length();
            }
        }
        return bytes;
    }
}
