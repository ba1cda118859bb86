package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import java.util.Map;

/**
 * Details of {@link HostError}: the key that the machine showed.
 *
 * @param fingerprint as {@code ssh-keygen -l} prints it, {@code SHA256:…} without padding
 */
public record HostKeyFound(String fingerprint) implements ErrorDetails {

    @Override
    public Map<String, Object> attributes() {
        return Map.of("fingerprint", fingerprint);
    }
}
