package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The JSON forms of PostgreSQL's scalar values, all read as the server's text. */
enum PostgresCodec implements ValueCodec {
    /** Everything whose JSON form is its text. */
    TEXT {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            out.writeString(text);
        }
    },
    /** Integers that every JSON reader takes whole. */
    INTEGER {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            out.writeNumber(text);
        }

        @Override
        void appendText(String text, StringBuilder sql) {
            sql.append(text);
        }
    },
    BIGINT {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            if (SafeInteger.contains(text)) {
                out.writeNumber(text);
                return;
            }
            out.writeString(text);
        }

        @Override
        void appendText(String text, StringBuilder sql) {
            sql.append(text);
        }
    },
    FLOAT {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            if (isFinite(text)) {
                out.writeNumber(text);
                return;
            }
            out.writeString(text);
        }
    },
    NUMERIC {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            out.writeString(text);
        }

        @Override
        void appendText(String text, StringBuilder sql) {
            if (isFinite(text)) {
                sql.append(text);
                return;
            }
            super.appendText(text, sql);
        }
    },
    BOOLEAN {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            out.writeBoolean(text.equals("t"));
        }

        @Override
        void appendText(String text, StringBuilder sql) {
            sql.append(text.equals("t"));
        }
    },
    TIMESTAMP {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            out.writeString(IsoTimestamp.of(text));
        }
    },
    JSON {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            if (isNull(text) || JsonMarks.findJson(text).isPresent()) {
                JsonMarks.write(JsonMarks.JSON, text, out);
                return;
            }
            out.writeRawValue(text);
        }
    },
    /** JSON within an array, where a bare JSON array would look like one more dimension. */
    JSON_ELEMENT {
        @Override
        void writeText(String text, JsonGenerator out) throws IOException {
            int start = JsonMarks.skipSpace(text, 0);
            if (text.charAt(start) == '[') {
                JsonMarks.write(JsonMarks.JSON, text, out);
                return;
            }
            JSON.writeText(text, out);
        }
    };

    abstract void writeText(String text, JsonGenerator out) throws IOException;

    void appendText(String text, StringBuilder sql) {
        SqlText.appendPostgresString(text, sql);
    }

    @Override
    public @Nullable Object read(ResultSet rows, int column) throws SQLException {
        return rows.getString(column);
    }

    @Override
    public void write(Object value, JsonGenerator out) throws IOException {
        writeText((String) value, out);
    }

    @Override
    public String text(Object value) {
        return (String) value;
    }

    @Override
    public void appendLiteral(Object value, StringBuilder sql) {
        appendText((String) value, sql);
    }

    private static boolean isFinite(String number) {
        char last = number.charAt(number.length() - 1);
        return last >= '0' && last <= '9';
    }

    private static boolean isNull(String json) {
        return json.length() >= 4 && json.strip().equals("null");
    }
}
