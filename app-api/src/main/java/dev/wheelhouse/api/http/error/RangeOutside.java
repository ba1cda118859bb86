package dev.wheelhouse.api.http.error;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import java.util.Map;

/**
 * Details of {@link HttpError#RANGE_NOT_SATISFIABLE} (RFC 9110 section 15.5.17).
 *
 * @param bytes how many there are
 */
public record RangeOutside(long bytes) implements ErrorDetails, CarriesHeaders {

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }

    @Override
    public Map<String, String> headers() {
        return Map.of("Content-Range", "bytes */" + bytes);
    }
}
