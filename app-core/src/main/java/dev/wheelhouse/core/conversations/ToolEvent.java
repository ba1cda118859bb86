package dev.wheelhouse.core.conversations;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wheelhouse.core.conversations.tool.ToolAnswer;
import java.util.Map;

/**
 * One use of a tool within an answer.
 *
 * @param input by parameter, as JSON has it
 * @param result at most {@link dev.wheelhouse.core.conversations.tool.Toolbox#MOST_BYTES}
 * @param isError whether it was not done, and the result says why
 */
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record ToolEvent(
        String tool,
        Map<String, Object> input,
        String result,
        @JsonProperty("isError") boolean isError) {

    public ToolEvent {
        input = Map.copyOf(input);
    }

    static ToolEvent of(ToolAnswer answer) {
        return new ToolEvent(answer.tool(), answer.input(), answer.result(), answer.isError());
    }
}
