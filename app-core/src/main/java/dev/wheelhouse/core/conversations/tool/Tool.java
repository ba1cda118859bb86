package dev.wheelhouse.core.conversations.tool;

import dev.wheelhouse.core.platform.caller.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One operation of the console as an assistant, an outside one or a slash command uses it.
 *
 * @param name in snake case, for models
 * @param command without its slash, for people; takes the parameters in their order, the last one to the end of the text
 * @param description sentences: what it answers or does, and when to use it
 * @param scope without which it is not offered; the service that it calls decides
 */
public record Tool(
        String name,
        String command,
        String description,
        Scope scope,
        ToolEffect effect,
        List<ToolParameter> parameters,
        Work work) {

    /** What a tool does; every method may throw what the services throw. */
    public sealed interface Work {

        /** Answers in text. */
        record Reading(Function<ToolCall, String> answer) implements Work {}

        /**
         * Changes something once it is approved.
         *
         * @param preview what it would do; refuses what it could not, and changes nothing
         * @param change does it and says in a sentence what came of it
         */
        record Changing(Function<ToolCall, Preview> preview, Function<ToolCall, String> change) implements Work {}
    }

    public Tool {
        parameters = List.copyOf(parameters);
    }

    public static Tool reading(
            String name,
            String command,
            Scope scope,
            String description,
            List<ToolParameter> parameters,
            Function<ToolCall, String> answer) {
        return new Tool(name, command, description, scope, ToolEffect.READS, parameters, new Work.Reading(answer));
    }

    public static Tool changing(
            String name,
            String command,
            Scope scope,
            String description,
            List<ToolParameter> parameters,
            Work.Changing work) {
        return new Tool(name, command, description, scope, ToolEffect.CHANGES, parameters, work);
    }

    /** The same, of what may not come back. */
    public Tool destroying() {
        return new Tool(name, command, description, scope, ToolEffect.DESTROYS, parameters, work);
    }

    /** Its input as JSON Schema (2020-12). */
    public Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        parameters.forEach(each -> properties.put(each.name(), each.schema()));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put(
                "required",
                parameters.stream()
                        .filter(ToolParameter::isRequired)
                        .map(ToolParameter::name)
                        .toList());
        schema.put("additionalProperties", false);
        return schema;
    }

    /** How it is typed, such as {@code /logs <app> [lines]}. */
    public String usage() {
        StringBuilder usage = new StringBuilder("/").append(command);
        parameters.forEach(
                each -> usage.append(each.isRequired() ? " <" + each.name() + ">" : " [" + each.name() + "]"));
        return usage.toString();
    }

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} on every parameter at fault */
    public ToolInput checked(Map<String, Object> given) {
        return ToolInput.checked(parameters, given);
    }
}
