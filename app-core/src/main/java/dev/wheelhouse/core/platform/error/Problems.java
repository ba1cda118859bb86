package dev.wheelhouse.core.platform.error;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with the fields of a draft, so that all of it is said at once. For one thread. */
public final class Problems {

    private static final int LONGEST_NAME = 63;
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.-]{0," + (LONGEST_NAME - 1) + "}");

    private final List<FieldProblem> found = new ArrayList<>();

    public void add(String path, String message) {
        found.add(new FieldProblem(path, message));
    }

    /** Checks the field {@code name} of what has one in its organization: {@code [a-z0-9][a-z0-9_.-]{0,62}}. */
    public void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            add(
                    "name",
                    "Use 1 to 63 of the characters a-z, 0-9, '_', '.' and '-', and begin with a letter or a digit.");
        }
    }

    /**
     * A name that {@link #checkName} takes, as like to a text as that can be.
     *
     * @param otherwise for a text that has nothing to make a name of
     */
    public static String nameLike(String text, String otherwise) {
        String fitting =
                text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_.-]", "-").replaceAll("^[^a-z0-9]+", "");
        String name = fitting.isEmpty() ? otherwise : fitting;
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

    /** What a check of its own makes of a field; null when that finds problems, which are kept. */
    public <T> @Nullable T or(Supplier<T> check) {
        try {
            return check.get();
        } catch (AppException e) {
            if (e.details() instanceof FieldProblems(List<FieldProblem> errors)) {
                found.addAll(errors);
                return null;
            }
            throw e;
        }
    }

    /** @throws AppException {@code validation_failed} when there are any */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw AppException.invalid(found);
        }
    }
}
