package dev.wheelhouse.core.apps.process;

import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.logs.cri.CriLines;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the script that starts an app answers.
 *
 * @param result the first line
 * @param lines the end of what was logged since the start, oldest first
 */
record StartAnswer(String result, List<String> lines) {

    private static final int MOST_LINES = 20;

    private record Line(Instant time, String text) {}

    static StartAnswer read(String text) {
        List<String> all = text.lines().collect(Collectors.toCollection(ArrayList::new));
        if (all.isEmpty()) {
            return new StartAnswer("", List.of());
        }
        String result = all.removeFirst();
        List<String> lines = all.stream()
                .map(StartAnswer::line)
                .sorted(Comparator.comparing(Line::time))
                .map(Line::text)
                .toList();
        return new StartAnswer(result, lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()));
    }

    /** One without a time stands behind those that have one. */
    private static Line line(String text) {
        return CriLines.parse(text)
                .map(each -> new Line(each.time() == null ? Instant.MAX : each.time(), each.text()))
                .orElse(new Line(Instant.MAX, text));
    }

    boolean isUp() {
        return result.equals("up");
    }

    /** Whether another console starts or stops it right now. */
    boolean isBusy() {
        return result.equals("busy");
    }

    /** Why it is not up. */
    AppException failure(String name, String program) {
        String[] words = result.split(" ", -1);
        String reason = switch (words[0]) {
            case "ended" -> ended(words[1], program);
            case "late" -> "It was not up after ten seconds.";
            case "trouble" ->
                "The server could not begin to run it; see that the server's user may write to its home and that there"
                        + " is room.";
            default -> "The server answered nothing that the console understands.";
        };
        String silence = lines.isEmpty() ? " It wrote nothing." : "";
        return StartFailure.of("The app " + name + " did not start. " + reason + silence, lines);
    }

    private static String ended(String code, String program) {
        return switch (code) {
            case "127" -> "There is no program " + program + " on the server (exit code 127).";
            case "126" -> "The program " + program + " may not be run (exit code 126).";
            case "125" -> "Its directory is not there or may not be entered (exit code 125).";
            case "0" ->
                "It ended at once with exit code 0. If it went into the background, run it in the foreground, as"
                        + " nginx -g 'daemon off;' does.";
            default -> "It ended at once with exit code " + code + ".";
        };
    }
}
