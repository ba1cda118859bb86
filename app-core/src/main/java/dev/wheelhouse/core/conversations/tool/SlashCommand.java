package dev.wheelhouse.core.conversations.tool;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.text.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tool and its input as people type them: {@code /query shop select 1}. Values stand in the order of the tool's
 * parameters, those with blanks in double quotes; the last one of a long text goes to the end as it is.
 *
 * @param given values by parameter
 */
public record SlashCommand(Tool tool, Map<String, Object> given) {

    public static boolean isOne(String text) {
        return text.stripLeading().startsWith("/");
    }

    /** @throws AppException {@code validation_failed} on {@code content} for an unknown command or too much behind it */
    public static SlashCommand parse(String text, Toolbox tools) {
        Reader reader = new Reader(text.strip().substring(1));
        String command = reader.word();
        Tool tool = tools.findCommand(command).orElseThrow(() -> unknown(command, tools));
        Map<String, Object> given = new LinkedHashMap<>();
        List<ToolParameter> parameters = tool.parameters();
        for (int i = 0; i < parameters.size() && reader.hasMore(); i++) {
            boolean isRest = i == parameters.size() - 1 && parameters.get(i).isLong();
            given.put(parameters.get(i).name(), isRest ? reader.rest() : reader.word());
        }
        if (reader.hasMore()) {
            throw AppException.invalid(
                    "content",
                    "There is more than /" + command + " takes: " + tool.usage() + ". Quote what has blanks.");
        }
        return new SlashCommand(tool, given);
    }

    private static AppException unknown(String command, Toolbox tools) {
        List<String> near = Nearest.of(command, tools.commands(), 1);
        return AppException.invalid(
                "content",
                "There is no command /" + command + "."
                        + (near.isEmpty() ? "" : " Did you mean /" + near.getFirst() + "?") + " /help lists them.");
    }

    /** Takes words from the beginning of a text. */
    private static final class Reader {

        private String left;

        Reader(String text) {
            left = text.strip();
        }

        boolean hasMore() {
            return !left.isEmpty();
        }

        String word() {
            if (left.startsWith("\"")) {
                int end = left.indexOf('"', 1);
                if (end > 0) {
                    return taken(left.substring(1, end), end + 1);
                }
            }
            int end = 0;
            while (end < left.length() && !Character.isWhitespace(left.charAt(end))) {
                end++;
            }
            return taken(left.substring(0, end), end);
        }

        String rest() {
            return taken(left, left.length());
        }

        private String taken(String word, int end) {
            left = left.substring(end).strip();
            return word;
        }
    }
}
