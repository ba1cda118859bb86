package dev.wheelhouse.ui.controls.json;

import java.util.ArrayList;
import java.util.List;

/** Reads a text as one JSON value (RFC 8259) and notes where everything stands. */
final class JsonReader {

    private static final int DEEPEST = 500;
    private static final List<String> LITERALS = List.of("true", "false", "null");

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** A text that is not JSON, with a message for people. */
    static final class NotJson extends Exception {
        private static final long serialVersionUID = 1;

        NotJson(String sentence) {
            super(sentence, null, false, false);
        }
    }

    static JsonNode read(String text) throws NotJson {
        JsonReader reader = new JsonReader(text);
        reader.skipBlanks();
        JsonNode value = reader.value(0);
        reader.skipBlanks();
        if (reader.at < text.length()) {
            throw reader.problem("More stands behind the value");
        }
        return value;
    }

    private JsonNode value(int depth) throws NotJson {
        if (depth > DEEPEST) {
            throw problem("This is nested too deep to be shown as a tree");
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            default -> peek() == '-' || isDigit() ? number() : literal();
        };
    }

    private JsonNode object(int depth) throws NotJson {
        int start = at++;
        List<JsonNode> members = new ArrayList<>();
        skipBlanks();
        while (peek() != '}') {
            if (!members.isEmpty()) {
                expect(',');
                skipBlanks();
            }
            if (peek() != '"') {
                throw problem("A name in quotes is missing");
            }
            JsonNode name = string();
            skipBlanks();
            expect(':');
            skipBlanks();
            members.add(value(depth + 1).named(new JsonNode.Name(name.start(), name.end())));
            skipBlanks();
        }
        at++;
        return new JsonNode(JsonNode.Kind.OBJECT, start, at, null, members);
    }

    private JsonNode array(int depth) throws NotJson {
        int start = at++;
        List<JsonNode> elements = new ArrayList<>();
        skipBlanks();
        while (peek() != ']') {
            if (!elements.isEmpty()) {
                expect(',');
                skipBlanks();
            }
            elements.add(value(depth + 1));
            skipBlanks();
        }
        at++;
        return new JsonNode(JsonNode.Kind.ARRAY, start, at, null, elements);
    }

    private JsonNode string() throws NotJson {
        int start = at++;
        while (peek() != '"') {
            if (at >= text.length() || peek() < ' ') {
                throw problem("A text does not end here");
            }
            if (peek() == '\\') {
                at++;
                escape();
            } else {
                at++;
            }
        }
        at++;
        return leaf(JsonNode.Kind.STRING, start);
    }

    private void escape() throws NotJson {
        if (peek() == 'u') {
            at++;
            for (int i = 0; i < 4; i++) {
                if (Character.digit(peek(), 16) < 0 || peek() > 'f') {
                    throw problem("\\u takes four hexadecimal digits");
                }
                at++;
            }
            return;
        }
        if (peek() == '\0' || "\"\\/bfnrt".indexOf(peek()) < 0) {
            throw problem("This is no escape");
        }
        at++;
    }

    private JsonNode number() throws NotJson {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        return leaf(JsonNode.Kind.NUMBER, start);
    }

    private void digits() throws NotJson {
        if (!isDigit()) {
            throw problem("A digit is missing");
        }
        while (isDigit()) {
            at++;
        }
    }

    private JsonNode literal() throws NotJson {
        for (String literal : LITERALS) {
            if (text.startsWith(literal, at)) {
                int start = at;
                at += literal.length();
                return leaf(JsonNode.Kind.LITERAL, start);
            }
        }
        throw problem("A value is missing");
    }

    private JsonNode leaf(JsonNode.Kind kind, int start) {
        return new JsonNode(kind, start, at, null, List.of());
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean isDigit() {
        return peek() >= '0' && peek() <= '9';
    }

    private void expect(char wanted) throws NotJson {
        if (peek() != wanted) {
            throw problem("A " + wanted + " is missing");
        }
        at++;
    }

    private void skipBlanks() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            at++;
        }
    }

    private NotJson problem(String what) {
        int place = Math.min(at, text.length());
        long line =
                text.substring(0, place).chars().filter(each -> each == '\n').count() + 1;
        int column = place - text.lastIndexOf('\n', place - 1);
        return new NotJson(what + " (line " + line + ", column " + column + ").");
    }
}
