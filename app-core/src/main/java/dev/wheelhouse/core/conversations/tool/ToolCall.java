package dev.wheelhouse.core.conversations.tool;

import dev.wheelhouse.core.platform.caller.Caller;

/**
 * One use of a tool.
 *
 * @param caller whose rights hold
 * @param isForModel whether what it answers goes to a model, and not to a person alone
 */
public record ToolCall(Caller caller, ToolInput input, boolean isForModel) {

    public String text(String parameter) {
        return input.text(parameter);
    }
}
