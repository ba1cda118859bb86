package dev.wheelhouse.core.conversations;

import dev.wheelhouse.core.conversations.tool.SlashCommand;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolAnswer;
import dev.wheelhouse.core.conversations.tool.ToolEffect;
import dev.wheelhouse.core.conversations.tool.Toolbox;
import dev.wheelhouse.core.platform.caller.Caller;
import java.util.List;
import java.util.stream.Collectors;

/** Answers slash commands, with the tools and without a model. */
final class CommandAssistant implements Assistant {

    private static final String HELP = "help";

    private final Toolbox toolbox;

    CommandAssistant(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public void answer(Caller caller, List<ConversationMessage> before, AnswerDraft draft) {
        String content = before.getLast().content().strip();
        if (!SlashCommand.isOne(content)) {
            draft.write("No model is set up, so only commands are answered here. Type /help for their list, or set up a"
                    + " model in the settings.");
            return;
        }
        if (isHelp(content)) {
            draft.write(help(caller));
            return;
        }
        SlashCommand command = SlashCommand.parse(content, toolbox);
        ToolAnswer answer = draft.use(command.tool().name(), command.given(), false);
        if (answer.isError()) {
            draft.write(answer.result() + "\nUsage: " + command.tool().usage());
            return;
        }
        draft.write(
                answer.proposed() == null
                        ? answer.result()
                        : "Proposed: " + answer.proposed().preview().sentence() + ". Nothing is done before it is"
                                + " approved.");
    }

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} on {@code content} */
    static void check(String content, Toolbox toolbox) {
        if (!isHelp(content)) {
            SlashCommand.parse(content, toolbox);
        }
    }

    private static boolean isHelp(String content) {
        return content.strip().substring(1).strip().equals(HELP);
    }

    private String help(Caller caller) {
        List<Tool> tools = toolbox.of(caller);
        int width = tools.stream().mapToInt(each -> each.usage().length()).max().orElse(0);
        String reading = lines(tools, true, width);
        String changing = lines(tools, false, width);
        return "Answered at once:\n" + reading
                + (changing.isEmpty() ? "" : "\n\nProposed, for you to approve:\n" + changing);
    }

    private static String lines(List<Tool> tools, boolean reading, int width) {
        return tools.stream()
                .filter(each -> (each.effect() == ToolEffect.READS) == reading)
                .map(each -> each.usage() + " ".repeat(width - each.usage().length() + 2) + firstSentence(each))
                .collect(Collectors.joining("\n"));
    }

    private static String firstSentence(Tool tool) {
        String text = tool.description();
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }
}
