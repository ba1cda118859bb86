package dev.wheelhouse.core.platform.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing wrong with one input.
 *
 * @param path dotted path of the field, such as {@code dest.bucket}, {@code edits[0].op} or {@code query.limit}
 * @param message a sentence that says what to do
 * @param privateHost a host that was refused because it is private, as the settings would name it to allow it; null for
 *     any other problem
 */
public record FieldProblem(
        String path, String message, @Nullable String privateHost) {

    public FieldProblem(String path, String message) {
        this(path, message, null);
    }

    private static final int LONGEST_LABEL = 100;

    /** What is wrong with a name that people read: 1 to 100 characters, none of which controls a terminal. */
    public static Optional<FieldProblem> ofLabel(String path, String label) {
        if (label.isBlank() || label.length() > LONGEST_LABEL) {
            return Optional.of(new FieldProblem(path, "Give a name of 1 to " + LONGEST_LABEL + " characters."));
        }
        return label.chars().anyMatch(Character::isISOControl)
                ? Optional.of(new FieldProblem(path, "Leave line breaks and other control characters out of the name."))
                : Optional.empty();
    }

    /** The same of another field. */
    public FieldProblem at(String other) {
        return new FieldProblem(other, message, privateHost);
    }
}
