package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.databases.AssistantSharing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who answers, and what they are told: what a person should know before the first message.
 *
 * @param baseUrl of the model's server; null without a model, when nothing leaves the console
 * @param model its name there; null without one
 * @param databases the connections that the caller may see, by name
 */
public record AssistantDescription(
        @Nullable String baseUrl, @Nullable String model, List<SharedDatabase> databases) {

    /** What of a database a model may be told. */
    public record SharedDatabase(String id, String name, AssistantSharing sharing) {}

    public AssistantDescription {
        databases = List.copyOf(databases);
    }
}
