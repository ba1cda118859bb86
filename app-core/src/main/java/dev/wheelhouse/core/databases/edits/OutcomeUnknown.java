package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import java.util.Map;

/** Says of a failure that it came during the commit, so that nobody knows whether the edits were applied. */
public record OutcomeUnknown() implements ErrorDetails {

    @Override
    public Map<String, Object> attributes() {
        return Map.of();
    }
}
