package dev.wheelhouse.core.platform.error;

/**
 * One thing wrong with one input.
 *
 * @param path dotted path of the field, such as {@code dest.bucket}, {@code edits[0].op} or {@code query.limit}
 * @param message a sentence that says what to do
 */
public record FieldProblem(String path, String message) {}
