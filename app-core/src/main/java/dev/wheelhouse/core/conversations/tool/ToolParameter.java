package dev.wheelhouse.core.conversations.tool;

import dev.wheelhouse.core.platform.error.AppException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One value that a tool takes.
 *
 * @param description a sentence without a point at its end
 * @param choices all that it may be, of a text; empty for any
 * @param least of a number; 0 for a text
 * @param most of a number; of a text its longest, in UTF-16 units
 */
public record ToolParameter(
        String name, Kind kind, String description, boolean isRequired, List<String> choices, long least, long most) {

    private static final int LONGEST_NAME = 300;
    private static final int LONGEST_TEXT = 64 << 10;

    /** What a value is. */
    public enum Kind {
        TEXT,
        NUMBER,
        FLAG
    }

    public ToolParameter {
        choices = List.copyOf(choices);
    }

    /** A name or an id, in one line. */
    public static ToolParameter name(String name, String description) {
        return new ToolParameter(name, Kind.TEXT, description, true, List.of(), 0, LONGEST_NAME);
    }

    /** Any text. */
    public static ToolParameter text(String name, String description) {
        return new ToolParameter(name, Kind.TEXT, description, true, List.of(), 0, LONGEST_TEXT);
    }

    public static ToolParameter choice(String name, String description, List<String> choices) {
        return new ToolParameter(name, Kind.TEXT, description, true, choices, 0, LONGEST_NAME);
    }

    public static ToolParameter number(String name, String description, long least, long most) {
        return new ToolParameter(name, Kind.NUMBER, description, true, List.of(), least, most);
    }

    public static ToolParameter flag(String name, String description) {
        return new ToolParameter(name, Kind.FLAG, description, true, List.of(), 0, 0);
    }

    /** The same, which may be left out. */
    public ToolParameter optional() {
        return new ToolParameter(name, kind, description, false, choices, least, most);
    }

    /** Whether it may have blanks and line breaks. */
    boolean isLong() {
        return kind == Kind.TEXT && most > LONGEST_NAME;
    }

    /** As JSON Schema (2020-12) describes it. */
    Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type());
        schema.put("description", description);
        switch (kind) {
            case NUMBER -> {
                schema.put("minimum", least);
                schema.put("maximum", most);
            }
            case TEXT -> {
                if (choices.isEmpty()) {
                    schema.put("maxLength", most);
                } else {
                    schema.put("enum", choices);
                }
            }
            case FLAG -> {}
        }
        return schema;
    }

    private String type() {
        return switch (kind) {
            case TEXT -> "string";
            case NUMBER -> "integer";
            case FLAG -> "boolean";
        };
    }

    /**
     * A value as it is kept: a text, a {@code Long} or a {@code Boolean}. Numbers and flags may be given as texts, which
     * is how people type them and models often send them.
     *
     * @throws AppException {@code validation_failed}
     */
    Object checked(Object given) {
        return switch (kind) {
            case TEXT -> text(given);
            case NUMBER -> number(given);
            case FLAG -> flag(given);
        };
    }

    private String text(Object given) {
        if (!(given instanceof String || given instanceof Number || given instanceof Boolean)) {
            throw AppException.invalid(name, "Give a text.");
        }
        String text = given.toString();
        if (!choices.isEmpty() && !choices.contains(text)) {
            throw AppException.invalid(name, "Use one of " + String.join(", ", choices) + ".");
        }
        if (text.isBlank()) {
            throw AppException.invalid(
                    name,
                    "Give " + description.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + description.substring(1)
                            + ".");
        }
        if (text.length() > most) {
            throw AppException.invalid(name, "Use at most " + most + " characters.");
        }
        if (text.indexOf('\0') >= 0) {
            throw AppException.invalid(name, "Remove the NUL character.");
        }
        return isLong() ? text : text.strip();
    }

    private Long number(Object given) {
        Long number = wholeNumber(given);
        if (number == null || number < least || number > most) {
            throw AppException.invalid(name, "Use a whole number from " + least + " to " + most + ".");
        }
        return number;
    }

    private static @Nullable Long wholeNumber(Object given) {
        return switch (given) {
            case Integer number -> number.longValue();
            case Long number -> number;
            case BigInteger number when number.bitLength() < Long.SIZE -> number.longValue();
            case String text when text.strip().matches("-?[0-9]{1,18}") -> Long.valueOf(text.strip());
            default -> null;
        };
    }

    private Boolean flag(Object given) {
        return switch (given.toString().strip()) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw AppException.invalid(name, "Use true or false.");
        };
    }
}
