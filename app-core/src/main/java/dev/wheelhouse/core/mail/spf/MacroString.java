package dev.wheelhouse.core.mail.spf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text with macros (RFC 7208 section 7), checked when it is read. */
final class MacroString {

    private static final Pattern MACRO = Pattern.compile("%\\{([slodiphcrtvSLODIPHCRTV])(\\d*)([rR]?)([-.+,/_=]*)}");
    private static final int LONGEST_NAME = 253;

    /** What a macro stands for; asked only for the letters that are used, in lower case. */
    @FunctionalInterface
    interface Values {
        String of(char letter);
    }

    private sealed interface Part {}

    private record Literal(String text) implements Part {}

    /** @param keep how many labels at the right stay */
    private record Macro(char letter, boolean isEscaped, int keep, boolean isReversed, String delimiters)
            implements Part {}

    private final List<Part> parts = new ArrayList<>();
    private boolean endsInMacro;

    private MacroString() {}

    /**
     * The value of a modifier.
     *
     * @throws IllegalArgumentException with a sentence without its subject
     */
    static MacroString parse(String text) {
        return parse(text, '!', true);
    }

    /** The text behind {@code exp}, which may have blanks. */
    static MacroString parseExplanation(String text) {
        return parse(text, ' ', true);
    }

    /**
     * The name in a mechanism, {@code redirect} or {@code exp}.
     *
     * @throws IllegalArgumentException with a sentence without its subject
     */
    static MacroString parseDomain(String text) {
        MacroString parsed = parse(text, '!', false);
        boolean ends = parsed.endsInMacro
                || (!parsed.parts.isEmpty()
                        && parsed.parts.getLast() instanceof Literal(String end)
                        && endsInTopLabel(end));
        if (!ends) {
            throw new IllegalArgumentException(
                    text.isEmpty() ? "has no domain name" : "does not end in a valid domain name");
        }
        return parsed;
    }

    /** Letters, digits and hyphens behind a dot, more than digits, no hyphen at either end; perhaps with a dot behind. */
    private static boolean endsInTopLabel(String literal) {
        String name = literal.endsWith(".") ? literal.substring(0, literal.length() - 1) : literal;
        String label = name.substring(name.lastIndexOf('.') + 1);
        return name.indexOf('.') >= 0
                && !label.isEmpty()
                && !label.startsWith("-")
                && !label.endsWith("-")
                && label.chars().allMatch(each -> each == '-' || isLetter(each) || isDigit(each))
                && label.chars().anyMatch(each -> each == '-' || isLetter(each));
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static MacroString parse(String text, char lowest, boolean explains) {
        MacroString parsed = new MacroString();
        Matcher macros = MACRO.matcher(text);
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c < lowest || c > '~') {
                throw new IllegalArgumentException("has a character that is not visible ASCII");
            }
            parsed.endsInMacro = c == '%';
            if (c != '%') {
                literal.append(c);
                at++;
                continue;
            }
            String escape = at + 1 < text.length() ? text.substring(at, at + 2) : "%";
            String escaped = switch (escape) {
                case "%%" -> "%";
                case "%_" -> " ";
                case "%-" -> "%20";
                default -> "";
            };
            if (!escaped.isEmpty()) {
                literal.append(escaped);
                at += 2;
                continue;
            }
            if (!macros.region(at, text.length()).lookingAt()) {
                throw new IllegalArgumentException("has a % that begins no macro; write %% for the character");
            }
            parsed.add(literal);
            parsed.parts.add(macro(macros, explains));
            at = macros.end();
        }
        parsed.add(literal);
        return parsed;
    }

    private void add(StringBuilder literal) {
        if (!literal.isEmpty()) {
            parts.add(new Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private static Macro macro(Matcher found, boolean explains) {
        char letter = Character.toLowerCase(found.group(1).charAt(0));
        if (!explains && "crt".indexOf(letter) >= 0) {
            throw new IllegalArgumentException(
                    "has the macro %s, which only explanations may have".formatted(found.group()));
        }
        String digits = found.group(2);
        if (!digits.isEmpty() && digits.chars().allMatch(each -> each == '0')) {
            throw new IllegalArgumentException("keeps no part of the macro " + found.group());
        }
        // No name has more labels than that.
        int keep = digits.isEmpty() || digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
        String delimiters = found.group(4).isEmpty() ? "." : found.group(4);
        return new Macro(
                letter,
                letter != found.group(1).charAt(0),
                keep,
                !found.group(3).isEmpty(),
                delimiters);
    }

    String expand(Values values) {
        StringBuilder expanded = new StringBuilder();
        for (Part part : parts) {
            expanded.append(
                    switch (part) {
                        case Literal(String text) -> text;
                        case Macro macro -> expand(macro, values.of(macro.letter()));
                    });
        }
        return expanded.toString();
    }

    /** A domain name: without a dot at the end, and cut from the left until it has no more than 253 characters. */
    String expandName(Values values) {
        String name = expand(values);
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        return name.substring(name.indexOf('.', name.length() - LONGEST_NAME - 1) + 1);
    }

    private static String expand(Macro macro, String value) {
        List<String> labels = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= value.length(); i++) {
            if (i == value.length() || macro.delimiters().indexOf(value.charAt(i)) >= 0) {
                labels.add(value.substring(from, i));
                from = i + 1;
            }
        }
        if (macro.isReversed()) {
            Collections.reverse(labels);
        }
        int first = Math.max(0, labels.size() - macro.keep());
        String expanded = String.join(".", labels.subList(first, labels.size()));
        return macro.isEscaped() ? escape(expanded) : expanded;
    }

    /** Everything but the unreserved characters of RFC 3986 section 2.3. */
    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain = isLetter(each) || isDigit(each) || "-._~".indexOf(each) >= 0;
            if (isPlain) {
                escaped.append((char) each);
                continue;
            }
            escaped.append("%%%02X".formatted(each));
        }
        return escaped.toString();
    }
}
