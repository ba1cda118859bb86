package dev.wheelhouse.core.logs;

/**
 * A text or a regular expression that is looked for within one line.
 *
 * @param text at most 1000 characters
 * @param regex whether it is a regular expression (those of {@link java.util.regex.Pattern}); otherwise it is searched
 *     as it stands
 * @param caseSensitive whether capitals count
 */
public record LogPattern(String text, boolean regex, boolean caseSensitive) {}
