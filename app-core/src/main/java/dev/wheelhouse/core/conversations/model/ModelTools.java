package dev.wheelhouse.core.conversations.model;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.platform.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Tools as a model is told of them.
 *
 * @param tokens how many that takes in each request
 */
record ModelTools(List<ToolSpecification> specifications, long tokens) {

    static ModelTools of(List<Tool> tools) {
        long tokens = tools.stream()
                .mapToLong(each -> Tokens.of(each.name() + each.description() + Json.write(each.schema())))
                .sum();
        return new ModelTools(tools.stream().map(ModelTools::specification).toList(), tokens);
    }

    private static ToolSpecification specification(Tool tool) {
        JsonObjectSchema.Builder input = JsonObjectSchema.builder();
        Map<?, ?> properties = (Map<?, ?>) Objects.requireNonNull(tool.schema().get("properties"));
        properties.forEach((name, schema) -> input.addProperty((String) name, JsonRawSchema.from(Json.write(schema))));
        return ToolSpecification.builder()
                .name(tool.name())
                .description(tool.description())
                .parameters(input.required(tool.parameters().stream()
                                .filter(ToolParameter::isRequired)
                                .map(ToolParameter::name)
                                .toList())
                        .build())
                .build();
    }
}
