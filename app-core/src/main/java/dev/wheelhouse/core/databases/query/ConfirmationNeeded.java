package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.platform.error.ErrorDetails;
import java.util.List;
import java.util.Map;

/** Details of {@code confirmation_required}: every statement at fault, in order. */
public record ConfirmationNeeded(List<StatementImpact> statements) implements ErrorDetails {

    public ConfirmationNeeded {
        statements = List.copyOf(statements);
    }

    @Override
    public Map<String, Object> attributes() {
        return Map.of("statements", statements);
    }
}
