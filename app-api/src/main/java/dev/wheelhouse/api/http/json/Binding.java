package dev.wheelhouse.api.http.json;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.util.ArrayList;
import java.util.List;

/** The text being bound and everything found wrong with it so far. One per body; not thread-safe. */
final class Binding {

    /** A body of a million wrong fields gets an answer of this many lines. */
    private static final int MAX_PROBLEMS = 100;

    private final String source;
    private final List<FieldProblem> problems = new ArrayList<>();
    private int count;

    Binding(String source) {
        this.source = source;
    }

    void problem(FieldPath path, String message) {
        if (problems.size() < MAX_PROBLEMS) {
            problem(new FieldProblem(path.toString(), message));
        } else {
            count++;
        }
    }

    void problem(FieldProblem problem) {
        count++;
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }

    int problemCount() {
        return count;
    }

    /** The value's own characters. */
    String textOf(JsonValue value) {
        return source.substring(value.start(), value.end());
    }

    /** @throws AppException {@code validation_failed} with all of them, if there is one */
    void throwIfWrong() {
        if (count > 0) {
            throw AppException.invalid(problems);
        }
    }
}
