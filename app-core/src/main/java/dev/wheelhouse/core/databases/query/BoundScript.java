package dev.wheelhouse.core.databases.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.ParameterisedStatement;
import dev.wheelhouse.core.databases.sql.Parameters;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statements that may run, with their values.
 *
 * @param text as submitted, for places in it
 */
public record BoundScript(AdmittedScript script, String text, List<BoundStatement> statements) {

    private static final JsonFactory JSON = new JsonFactory();

    /**
     * Gives every statement its values.
     *
     * @throws AppException {@code validation_failed} for values that are no object or array, that nothing uses, or that
     *     are missing
     */
    public static BoundScript bind(AdmittedScript script, String text, Engine engine, @Nullable RawJson parameters) {
        if (parameters == null || parameters.isNull()) {
            List<BoundStatement> untouched = script.statements().stream()
                    .map(each -> new BoundStatement(each, null, Map.of()))
                    .toList();
            return new BoundScript(script, text, untouched);
        }
        Map<String, RawJson> values = read(parameters);
        Map<String, RawJson> unused = new LinkedHashMap<>(values);
        List<BoundStatement> statements = new ArrayList<>();
        for (ClassifiedStatement each : script.statements()) {
            ParameterisedStatement rewritten = Parameters.rewrite(each.statement(), engine);
            for (String name : rewritten.names()) {
                if (!values.containsKey(name)) {
                    throw AppException.invalid("params." + name, "The statement uses this parameter. Give it.");
                }
                unused.remove(name);
            }
            statements.add(new BoundStatement(each, rewritten, values));
        }
        if (!unused.isEmpty()) {
            String name = unused.keySet().iterator().next();
            throw AppException.invalid("params." + name, "No statement uses this parameter. Leave it out.");
        }
        return new BoundScript(script, text, statements);
    }

    private static Map<String, RawJson> read(RawJson parameters) {
        String text = parameters.text();
        Map<String, RawJson> values = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(text)) {
            JsonToken open = parser.nextToken();
            if (open != JsonToken.START_OBJECT && open != JsonToken.START_ARRAY) {
                throw AppException.invalid("params", "Give an object for :name or an array for $1.");
            }
            int position = 0;
            for (JsonToken token = parser.nextToken(); !token.isStructEnd(); token = parser.nextToken()) {
                String name = Integer.toString(++position);
                if (token == JsonToken.FIELD_NAME) {
                    name = parser.currentName();
                    parser.nextToken();
                }
                int start = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                parser.finishToken();
                int end = (int) parser.currentLocation().getCharOffset();
                values.put(name, new RawJson(text.substring(start, end).strip()));
            }
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException("Parameters were parsed before", e);
        }
    }
}
