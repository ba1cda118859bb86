package dev.wheelhouse.core.databases.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.sql.ParameterisedStatement;
import dev.wheelhouse.core.databases.sql.Parameters;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
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
 * A text that may run, and how.
 *
 * @param sql as submitted, for places in it and for what is written down
 * @param statements empty for a script that is read while it runs
 * @param confirmed those that needed confirmation and had it
 */
public record AdmittedScript(
        Caller caller,
        DatabaseConnection connection,
        String sql,
        List<ClassifiedStatement> statements,
        List<ClassifiedStatement> confirmed,
        ScriptTraits traits) {

    private static final JsonFactory JSON = new JsonFactory();

    public AdmittedScript {
        statements = List.copyOf(statements);
        confirmed = List.copyOf(confirmed);
    }

    /** A text of known statements, with nothing confirmed. */
    static AdmittedScript of(
            Caller caller, DatabaseConnection connection, String sql, List<ClassifiedStatement> statements) {
        return new AdmittedScript(caller, connection, sql, statements, List.of(), ScriptTraits.of(statements));
    }

    AdmittedScript withConfirmed(List<ClassifiedStatement> asked) {
        return new AdmittedScript(caller, connection, sql, statements, asked, traits);
    }

    /** Whether the caller and the connection allow nothing but reading, so that the database holds the text to it too. */
    public boolean readOnly() {
        return connection.readOnly() || !caller.may(Scope.DATABASES_WRITE);
    }

    /**
     * Gives every statement its values.
     *
     * @param parameters a JSON object for {@code :name}, a JSON array for {@code $1…}; null to leave the text untouched
     * @throws AppException {@code validation_failed} for values that are no object or array, that nothing uses, or that
     *     are missing
     */
    AdmittedScript bind(@Nullable RawJson parameters) {
        if (parameters == null || parameters.isNull()) {
            return this;
        }
        Map<String, RawJson> values = read(parameters);
        Map<String, RawJson> unused = new LinkedHashMap<>(values);
        List<ClassifiedStatement> bound = new ArrayList<>();
        for (ClassifiedStatement each : statements) {
            ParameterisedStatement rewritten = Parameters.rewrite(each.statement(), connection.engine());
            for (String name : rewritten.names()) {
                if (!values.containsKey(name)) {
                    throw AppException.invalid("params." + name, "The statement uses this parameter. Give it.");
                }
                unused.remove(name);
            }
            bound.add(new ClassifiedStatement(each.statement(), each.verdict(), rewritten, values));
        }
        if (!unused.isEmpty()) {
            String name = unused.keySet().iterator().next();
            throw AppException.invalid("params." + name, "No statement uses this parameter. Leave it out.");
        }
        return new AdmittedScript(caller, connection, sql, bound, confirmed, traits);
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
