package dev.wheelhouse.api.mcp;

import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolEffect;
import java.util.Map;

/** A tool as {@code tools/list} tells it. */
record McpToolJson(String name, String description, Map<String, Object> inputSchema, AnnotationsJson annotations) {

    /** What the client may tell its user before a call; what a tool would change is done only once it is approved. */
    record AnnotationsJson(boolean readOnlyHint, boolean destructiveHint) {}

    static McpToolJson from(Tool tool) {
        return new McpToolJson(
                tool.name(),
                tool.description(),
                tool.schema(),
                new AnnotationsJson(tool.effect() == ToolEffect.READS, tool.effect() == ToolEffect.DESTROYS));
    }
}
