package dev.wheelhouse.core.platform.error;

import java.util.List;
import java.util.Map;

/** Details of {@link PlatformError#VALIDATION_FAILED}: every field at fault, in the order they were met. */
public record FieldProblems(List<FieldProblem> errors) implements ErrorDetails {

    public FieldProblems {
        errors = List.copyOf(errors);
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("errors", errors);
    }
}
