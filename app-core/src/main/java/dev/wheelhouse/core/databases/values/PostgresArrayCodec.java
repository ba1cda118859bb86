package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Arrays as nested JSON arrays, each element by its own rule (PostgreSQL chapter 8.15.6). An array whose subscripts do
 * not begin at 1 is its text, {@code [0:1]={a,b}}, because a JSON array could not say so.
 *
 * @param delimiter a comma, but for {@code box} a semicolon
 */
record PostgresArrayCodec(PostgresCodec element, char delimiter) implements ValueCodec {

    @Override
    public @Nullable Object read(ResultSet rows, int column) throws SQLException {
        return PostgresCodec.TEXT.read(rows, column);
    }

    @Override
    public void write(Object value, JsonGenerator out) throws IOException {
        if (value instanceof String text && text.startsWith("{")) {
            new Elements(text, element, delimiter).writeTo(out);
            return;
        }
        PostgresCodec.TEXT.write(value, out);
    }

    @Override
    public String text(Object value) {
        return PostgresCodec.TEXT.text(value);
    }

    @Override
    public void appendLiteral(Object value, StringBuilder sql) {
        PostgresCodec.TEXT.appendLiteral(value, sql);
    }

    /** One pass over an array's text. */
    private static final class Elements {

        private final String text;
        private final PostgresCodec element;
        private final char delimiter;
        private int at;

        Elements(String text, PostgresCodec element, char delimiter) {
            this.text = text;
            this.element = element;
            this.delimiter = delimiter;
        }

        void writeTo(JsonGenerator out) throws IOException {
            while (at < text.length()) {
                char next = text.charAt(at);
                if (next == '{') {
                    out.writeStartArray();
                    at++;
                } else if (next == '}') {
                    out.writeEndArray();
                    at++;
                } else if (next == delimiter) {
                    at++;
                } else if (next == '"') {
                    element.writeText(quoted(), out);
                } else {
                    writeBare(out);
                }
            }
        }

        private void writeBare(JsonGenerator out) throws IOException {
            int start = at;
            while (text.charAt(at) != delimiter && text.charAt(at) != '}') {
                at++;
            }
            // A bare element holds no escape: the server quotes whatever needs one, the word NULL too.
            String bare = text.substring(start, at);
            if (bare.equals("NULL")) {
                out.writeNull();
                return;
            }
            element.writeText(bare, out);
        }

        private String quoted() {
            int start = ++at;
            while (text.charAt(at) != '"' && text.charAt(at) != '\\') {
                at++;
            }
            if (text.charAt(at) == '"') {
                return text.substring(start, at++);
            }
            StringBuilder unescaped = new StringBuilder(text.length() - start).append(text, start, at);
            for (char next = text.charAt(at); next != '"'; next = text.charAt(at)) {
                if (next == '\\') {
                    at++;
                }
                unescaped.append(text.charAt(at++));
            }
            at++;
            return unescaped.toString();
        }
    }
}
