package dev.wheelhouse.core.platform.error;

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

    /** The same of another field. */
    public FieldProblem at(String other) {
        return new FieldProblem(other, message, privateHost);
    }
}
