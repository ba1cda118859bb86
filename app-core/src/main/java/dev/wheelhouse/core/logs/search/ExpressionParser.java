package dev.wheelhouse.core.logs.search;

import dev.wheelhouse.core.logs.search.Expression.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what of a regular expression in the syntax of {@link Pattern} is regular, and gives up on whatever it does not know
 * for sure. The expression has been compiled by {@link Pattern}, so that it has no errors. For one expression.
 */
public final class ExpressionParser {

    private static final int DEEPEST = 200;
    private static final int KNOWN_FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL;

    private final String text;
    private int flags;
    private int at;
    private int depth;

    /** What is read is not regular, or not known. */
    private static final class NotRegular extends Exception {
        NotRegular() {
            super(null, null, false, false);
        }
    }

    private ExpressionParser(String text, int flags) {
        this.text = text;
        this.flags = flags;
    }

    /**
     * What an expression describes.
     *
     * @param text which {@link Pattern} takes
     * @param flags of {@link Pattern}
     * @return null when it is not regular (back references, look-around, possessive repetitions), and when it has what is not
     *     known here (properties of characters, classes within classes)
     */
    public static @Nullable Expression parse(String text, int flags) {
        if ((flags & ~KNOWN_FLAGS) != 0 || text.codePoints().anyMatch(CodePoints::isSurrogate)) {
            return null;
        }
        ExpressionParser parser = new ExpressionParser(text, flags);
        try {
            Expression whole = parser.alternatives();
            return parser.at == text.length() ? whole : null;
        } catch (NotRegular _) {
            return null;
        }
    }

    /** A text as it stands. */
    public static Expression literal(String text, int flags) {
        List<Expression> parts = new ArrayList<>();
        text.codePoints().forEach(each -> parts.add(new Expression.One(withinText(each, flags))));
        return new Expression.Sequence(parts);
    }

    private static CodePoints withinText(int codePoint, int flags) {
        Pattern one = Pattern.compile(Character.toString(codePoint), flags | Pattern.LITERAL);
        return CodePoints.of(one, List.of(codePoint));
    }

    private static Expression sign(int codePoint, int flags) throws NotRegular {
        CodePoints within = withinText(codePoint, flags);
        if ((flags & Pattern.UNICODE_CASE) != 0) {
            // The library finds other capitals of some characters when they stand alone than within a text.
            Pattern alone = Pattern.compile("\\x{" + Integer.toHexString(codePoint) + "}", flags);
            if (!Arrays.equals(CodePoints.of(alone, List.of(codePoint)).ranges(), within.ranges())) {
                throw new NotRegular();
            }
        }
        return new Expression.One(within);
    }

    private Expression.One set(int from, List<Integer> named) {
        return new Expression.One(CodePoints.of(Pattern.compile(text.substring(from, at), flags), named));
    }

    private boolean isAt(String sign) {
        return text.startsWith(sign, at);
    }

    private Expression alternatives() throws NotRegular {
        if (++depth > DEEPEST) {
            throw new NotRegular();
        }
        List<Expression> branches = new ArrayList<>();
        branches.add(sequence());
        while (isAt("|")) {
            at++;
            branches.add(sequence());
        }
        depth--;
        return branches.size() == 1 ? branches.getFirst() : new Expression.Either(branches);
    }

    private Expression sequence() throws NotRegular {
        List<Expression> parts = new ArrayList<>();
        while (at < text.length() && !isAt("|") && !isAt(")")) {
            Expression part = part();
            parts.add(quantified(part));
        }
        return new Expression.Sequence(parts);
    }

    private Expression part() throws NotRegular {
        int from = at;
        int sign = text.codePointAt(at);
        at += Character.charCount(sign);
        return switch (sign) {
            case '(' -> group();
            case '[' -> set(from, restOfClass());
            case '.' -> set(from, List.of());
            case '^' -> Place.BEGINNING;
            case '$' -> Place.LAST;
            case '\\' -> escaped(from);
            case '*', '+', '?', '{' -> throw new NotRegular();
            default -> sign(sign, flags);
        };
    }

    /** Behind the parenthesis. */
    private Expression group() throws NotRegular {
        int outside = flags;
        if (isAt("?<") && at + 2 < text.length() && Character.isLetter(text.charAt(at + 2))) {
            at = text.indexOf('>', at) + 1;
        } else if (isAt("?") && setsFlags()) {
            return Expression.EMPTY;
        }
        Expression body = alternatives();
        at++;
        flags = outside;
        return body;
    }

    /** Flags that hold from here to the end of the group around them, or for a group that begins here. */
    private boolean setsFlags() throws NotRegular {
        boolean isOn = true;
        for (at++; at < text.length(); at++) {
            char sign = text.charAt(at);
            if (sign == ')' || sign == ':') {
                at++;
                return sign == ')';
            }
            int flag = switch (sign) {
                case '-' -> 0;
                case 'i' -> Pattern.CASE_INSENSITIVE;
                case 's' -> Pattern.DOTALL;
                case 'u' -> Pattern.UNICODE_CASE;
                default -> throw new NotRegular();
            };
            isOn &= sign != '-';
            flags = isOn ? flags | flag : flags & ~flag;
        }
        throw new NotRegular();
    }

    private Expression quantified(Expression body) throws NotRegular {
        if (at == text.length() || "?*+{".indexOf(text.charAt(at)) < 0) {
            return body;
        }
        if (body instanceof Place || body.equals(Expression.EMPTY)) {
            throw new NotRegular();
        }
        Expression repeated = switch (text.charAt(at++)) {
            case '?' -> new Expression.Repeat(body, 0, 1);
            case '*' -> new Expression.Repeat(body, 0, Expression.Repeat.UNBOUNDED);
            case '+' -> new Expression.Repeat(body, 1, Expression.Repeat.UNBOUNDED);
            default -> counted(body);
        };
        if (isAt("?")) {
            // Takes as little as it can, which makes no difference to whether there is something.
            at++;
        }
        if (at < text.length() && "?*+{".indexOf(text.charAt(at)) >= 0) {
            throw new NotRegular();
        }
        return repeated;
    }

    private Expression counted(Expression body) throws NotRegular {
        int end = text.indexOf('}', at);
        String[] bounds = text.substring(at, end).split(",", -1);
        at = end + 1;
        try {
            int least = Integer.parseInt(bounds[0]);
            if (least > 1 && canBeEmpty(body)) {
                // The library does not try every way of taking nothing in some of the rounds.
                throw new NotRegular();
            }
            if (bounds.length == 1) {
                return new Expression.Repeat(body, least, least);
            }
            int most = bounds[1].isEmpty() ? Expression.Repeat.UNBOUNDED : Integer.parseInt(bounds[1]);
            return new Expression.Repeat(body, least, most);
        } catch (NumberFormatException _) {
            throw new NotRegular();
        }
    }

    private static boolean canBeEmpty(Expression expression) {
        return switch (expression) {
            case Expression.One _ -> false;
            case Place _ -> true;
            case Expression.Sequence it -> it.parts().stream().allMatch(ExpressionParser::canBeEmpty);
            case Expression.Either it -> it.branches().stream().anyMatch(ExpressionParser::canBeEmpty);
            case Expression.Repeat it -> it.least() == 0 || canBeEmpty(it.body());
        };
    }

    /** Behind the backslash. */
    private Expression escaped(int from) throws NotRegular {
        int sign = text.codePointAt(at);
        if (!isLetterOrDigit(sign)) {
            at += Character.charCount(sign);
            return sign(sign, flags);
        }
        Expression place = switch (sign) {
            case 'A' -> Place.BEGINNING;
            case 'z' -> Place.END;
            case 'Z' -> Place.LAST;
            case 'b' -> Place.WORD_BOUNDARY;
            case 'B' -> Place.NO_WORD_BOUNDARY;
            default -> null;
        };
        if (place == null) {
            return set(from, escapedOne());
        }
        at++;
        return place;
    }

    private static boolean isLetterOrDigit(int sign) {
        return sign < 0x80 && Character.isLetterOrDigit(sign);
    }

    /** Behind the backslash of a sign that stands for one character or a set; answers the characters it names. */
    private List<Integer> escapedOne() throws NotRegular {
        char sign = text.charAt(at++);
        if ("dDwWsShHvVtnrfae".indexOf(sign) >= 0) {
            return List.of();
        }
        int digits = sign == 'x' ? 2 : 4;
        if ((sign != 'x' && sign != 'u') || at + digits > text.length()) {
            throw new NotRegular();
        }
        try {
            int codePoint = Integer.parseInt(text, at, at + digits, 16);
            if (CodePoints.isSurrogate(codePoint)) {
                throw new NotRegular();
            }
            at += digits;
            return List.of(codePoint);
        } catch (NumberFormatException _) {
            throw new NotRegular();
        }
    }

    /** Behind the bracket; answers the characters that are named. */
    private List<Integer> restOfClass() throws NotRegular {
        List<Integer> named = new ArrayList<>();
        if (isAt("^")) {
            at++;
        }
        for (boolean isFirst = true; at < text.length(); isFirst = false) {
            int sign = text.codePointAt(at);
            at += Character.charCount(sign);
            if (sign == ']' && !isFirst) {
                return named;
            }
            if (sign == '[' || (sign == '&' && isAt("&"))) {
                // Classes within classes.
                throw new NotRegular();
            }
            if (sign == '\\' && isLetterOrDigit(text.codePointAt(at))) {
                named.addAll(escapedOne());
                continue;
            }
            if (sign == '\\') {
                sign = text.codePointAt(at);
                at += Character.charCount(sign);
            }
            named.add(sign);
        }
        throw new NotRegular();
    }
}
