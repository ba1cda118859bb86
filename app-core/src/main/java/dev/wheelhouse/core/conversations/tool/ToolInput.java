package dev.wheelhouse.core.conversations.tool;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.text.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a tool was given, checked against its parameters.
 *
 * @param values texts, {@code Long} and {@code Boolean}, by parameter; those left out are missing
 */
public record ToolInput(Map<String, Object> values) {

    public ToolInput {
        values = Map.copyOf(values);
    }

    /**
     * @param given as JSON has it; what is null or an empty text counts as left out, as models often send it
     * @throws AppException {@code validation_failed} on every parameter at fault
     */
    static ToolInput checked(List<ToolParameter> parameters, Map<String, Object> given) {
        List<FieldProblem> problems = new ArrayList<>();
        Map<String, Object> rest = new LinkedHashMap<>(given);
        Map<String, Object> values = new LinkedHashMap<>();
        for (ToolParameter each : parameters) {
            Object value = rest.remove(each.name());
            if (value == null || value.equals("")) {
                if (each.isRequired()) {
                    problems.add(new FieldProblem(each.name(), "Give it: " + each.description() + "."));
                }
                continue;
            }
            try {
                values.put(each.name(), each.checked(value));
            } catch (AppException e) {
                problems.addAll(((FieldProblems) e.details()).errors());
            }
        }
        List<String> known = parameters.stream().map(ToolParameter::name).toList();
        rest.keySet().forEach(each -> problems.add(new FieldProblem(each, unknown(each, known))));
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
        return new ToolInput(values);
    }

    private static String unknown(String name, List<String> known) {
        List<String> near = Nearest.of(name, known, 1);
        return "There is no such parameter" + (near.isEmpty() ? "." : "; use " + near.getFirst() + ".");
    }

    /** Of a required parameter. */
    public String text(String name) {
        return (String) Objects.requireNonNull(values.get(name), name);
    }

    public Optional<String> findText(String name) {
        return Optional.ofNullable((String) values.get(name));
    }

    /** @param otherwise where it was left out */
    public int number(String name, int otherwise) {
        return values.get(name) instanceof Long number ? Math.toIntExact(number) : otherwise;
    }

    /** Of a required parameter. */
    public boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }
}
