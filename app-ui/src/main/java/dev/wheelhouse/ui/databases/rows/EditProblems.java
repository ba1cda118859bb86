package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.edits.EditComplaint;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an error says of single edits. */
public final class EditProblems {

    private static final Pattern EDIT = Pattern.compile("edits\\[(\\d+)]\\.(.*)");

    private EditProblems() {}

    /** A sentence for each edit at fault, by its place among all; empty when the error is about something else. */
    static Map<Integer, String> of(AppException error) {
        Map<Integer, String> problems = new HashMap<>();
        if (error.details() instanceof EditComplaint complaint) {
            problems.put(complaint.edit(), words(error));
        }
        if (error.details() instanceof SqlComplaint complaint && complaint.statement() != null) {
            problems.put(complaint.statement(), words(error));
        }
        if (error.details() instanceof FieldProblems fields) {
            for (FieldProblem problem : fields.errors()) {
                Matcher matcher = EDIT.matcher(problem.path());
                if (matcher.matches()) {
                    String field = matcher.group(2).replaceFirst("^(values|pk)\\.", "");
                    problems.put(Integer.parseInt(matcher.group(1)), field + ": " + problem.message());
                }
            }
        }
        return problems;
    }

    /** What is wrong with one field. */
    public static Optional<String> at(AppException error, String path) {
        return error.details() instanceof FieldProblems problems
                ? problems.errors().stream()
                        .filter(problem -> problem.path().equals(path))
                        .map(FieldProblem::message)
                        .findFirst()
                : Optional.empty();
    }

    private static String words(AppException error) {
        return String.valueOf(error.getMessage())
                .replaceFirst("^edits\\[\\d+]: ", "")
                .replace(" Nothing was changed.", "");
    }
}
