package dev.wheelhouse.core.conversations.tool;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of one use of a tool.
 *
 * @param tool its name, as it was asked for
 * @param input as it was given, or as it was understood once it was checked
 * @param result for people and models, at most {@link Toolbox#MOST_BYTES}; for a proposal what it would do
 * @param isError whether it was not done, and the result says why
 * @param proposed what a plan is to hold; null for what was answered at once
 */
public record ToolAnswer(
        String tool,
        Map<String, Object> input,
        String result,
        boolean isError,
        @Nullable Proposed proposed) {

    /** A change that waits for approval. */
    public record Proposed(Tool tool, ToolInput input, Preview preview) {}
}
