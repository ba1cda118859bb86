package dev.wheelhouse.api.http.error;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import java.util.List;
import java.util.Map;

/** Details of {@link HttpError#METHOD_NOT_ALLOWED}: the methods the path has. */
public record AllowedMethods(List<String> methods) implements ErrorDetails, CarriesHeaders {

    public AllowedMethods {
        methods = List.copyOf(methods);
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }

    @Override
    public Map<String, String> headers() {
        return Map.of("Allow", String.join(", ", methods));
    }
}
