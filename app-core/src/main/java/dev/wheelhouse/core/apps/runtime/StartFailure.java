package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why an app does not run, with what it wrote last.
 *
 * @param reason one line
 * @param lines the last ones of its log, oldest first; empty where it wrote none or they could not be read
 */
public record StartFailure(String reason, List<String> lines) implements ErrorDetails {

    public StartFailure {
        lines = List.copyOf(lines);
    }

    /** As {@code state_invalid}, whose text has the reason in its first line and the lines below it. */
    public static AppException of(String reason, List<String> lines) {
        String text = lines.isEmpty() ? reason : reason + "\nIts last lines:\n" + String.join("\n", lines);
        return new AppException(PlatformError.STATE_INVALID, text, new StartFailure(reason, lines));
    }

    @Override
    public Map<String, Object> attributes() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("reason", reason);
        attributes.put("lines", lines);
        return attributes;
    }
}
