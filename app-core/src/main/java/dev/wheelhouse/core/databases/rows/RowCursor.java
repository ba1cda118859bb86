package dev.wheelhouse.core.databases.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.id.Sha256;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Marks a row in one order of one query as opaque text: base64url of JSON with the row's key values and a fingerprint of
 * table, order and filters. It is no secret and proves nothing; whatever it holds is bound as a value.
 */
final class RowCursor {

    /** Longer marks would not fit into a request line; such a border has no mark. */
    static final int MAX_LENGTH = 6_000;

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int FINGERPRINT_BYTES = 12;

    private final RowDialect dialect;
    private final List<OrderKey> keys;
    private final String fingerprint;

    RowCursor(RowDialect dialect, List<OrderKey> keys, RowRequest request) {
        this.dialect = dialect;
        this.keys = keys;
        this.fingerprint = fingerprint(keys, request);
    }

    /** Whether all columns of the order, by their position from 0, satisfy a condition. */
    boolean isMadeOf(IntPredicate condition) {
        return keys.stream().mapToInt(OrderKey::position).allMatch(condition);
    }

    /**
     * @param cells of a row in the order of the select list
     * @return empty when the key's values are too long
     */
    Optional<String> mark(List<? extends @Nullable Object> cells) {
        StringWriter json = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(json)) {
            generator.writeStartArray();
            generator.writeString(fingerprint);
            for (OrderKey key : keys) {
                Object cell = cells.get(key.position());
                generator.writeString(cell == null ? null : dialect.toCursor(cell));
            }
            generator.writeEndArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        String mark = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return mark.length() > MAX_LENGTH ? Optional.empty() : Optional.of(mark);
    }

    /**
     * The key values that {@link #mark} put in, as parameters.
     *
     * @param path the query parameter at fault
     */
    List<@Nullable Object> read(String mark, String path) {
        List<@Nullable String> texts = texts(mark, path);
        if (texts.isEmpty() || !fingerprint.equals(texts.getFirst())) {
            throw AppException.invalid(
                    path,
                    "This cursor was made for another table, sort or filter; ask for the first page again without it.");
        }
        if (texts.size() != keys.size() + 1) {
            throw broken(path);
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            String text = texts.get(i + 1);
            if (text == null && !keys.get(i).nullable()) {
                throw broken(path);
            }
            values.add(text == null ? null : value(text, path));
        }
        return values;
    }

    private Object value(String text, String path) {
        try {
            return dialect.fromCursor(text);
        } catch (IllegalArgumentException forged) {
            throw broken(path);
        }
    }

    private static List<@Nullable String> texts(String mark, String path) {
        List<@Nullable String> texts = new ArrayList<>();
        try (JsonParser parser = FACTORY.createParser(Base64.getUrlDecoder().decode(mark))) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw broken(path);
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() != JsonToken.VALUE_STRING && parser.currentToken() != JsonToken.VALUE_NULL) {
                    throw broken(path);
                }
                texts.add(parser.getValueAsString());
            }
            return texts;
        } catch (IOException | IllegalArgumentException forged) {
            throw broken(path);
        }
    }

    private static AppException broken(String path) {
        return AppException.invalid(path, "This is not a cursor of a row page; send one exactly as it was given.");
    }

    private static String fingerprint(List<OrderKey> keys, RowRequest request) {
        StringBuilder text = new StringBuilder();
        text.append(request.table().schema())
                .append('\0')
                .append(request.table().name());
        for (OrderKey key : keys) {
            text.append('\0')
                    .append(key.column().name())
                    .append('\0')
                    .append(key.column().dataType());
            text.append(key.descending() ? '-' : '+').append(key.nullsFirst() ? '<' : '>');
        }
        text.append('\0').append('\0').append(FilterParser.format(request.condition()));
        return HexFormat.of().formatHex(Sha256.of(text.toString()), 0, FINGERPRINT_BYTES);
    }
}
