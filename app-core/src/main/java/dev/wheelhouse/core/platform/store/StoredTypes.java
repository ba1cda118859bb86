package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.WireName;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * How values lie in the state: moments as milliseconds since the epoch, enums under their wire names, lists, maps and {@link JsonStored}
 * records as JSON.
 */
final class StoredTypes {

    private static final Set<Type> JSON = Set.of(List.class, Map.class);

    /** Keeps what it read, for all stores: reading a statement costs more than running it. */
    private static final SqlParser STATEMENTS = new ColonPrefixSqlParser();

    private StoredTypes() {}

    static Jdbi register(Jdbi jdbi) {
        // No statement has parts to fill in, which would be looked for by a lexer of their own.
        jdbi.getConfig(SqlStatements.class)
                .setTemplateEngine(TemplateEngine.NOP)
                .setSqlParser(STATEMENTS);
        ArgumentFactory.Preparable arguments = (type, _) -> argument(type);
        return jdbi.registerArgument(arguments).registerColumnMapper(StoredTypes::mapper);
    }

    private static Optional<Function<Object, Argument>> argument(Type type) {
        if (!(type instanceof Class<?> known)) {
            return Optional.empty();
        }
        if (known == Instant.class) {
            return Optional.of(value -> (at, statement, _) -> statement.setLong(at, ((Instant) value).toEpochMilli()));
        }
        if (WireName.class.isAssignableFrom(known)) {
            return Optional.of(value -> (at, statement, _) -> statement.setString(at, ((WireName) value).wireName()));
        }
        boolean json = List.class.isAssignableFrom(known)
                || Map.class.isAssignableFrom(known)
                || JsonStored.class.isAssignableFrom(known);
        return json
                ? Optional.of(value -> (at, statement, _) -> statement.setString(at, Json.write(value)))
                : Optional.empty();
    }

    private static Optional<ColumnMapper<?>> mapper(Type type, ConfigRegistry config) {
        if (type == Instant.class) {
            return Optional.of((row, at, _) -> {
                long millis = row.getLong(at);
                return row.wasNull() ? null : Instant.ofEpochMilli(millis);
            });
        }
        if (type instanceof Class<?> named && WireName.class.isAssignableFrom(named)) {
            return Optional.of((row, at, _) -> {
                String name = row.getString(at);
                return name == null ? null : WireName.of(named.asSubclass(WireName.class), name);
            });
        }
        boolean isRecord = type instanceof Class<?> named && JsonStored.class.isAssignableFrom(named);
        if (isRecord || (type instanceof ParameterizedType json && JSON.contains(json.getRawType()))) {
            return Optional.of((row, at, _) -> {
                String text = row.getString(at);
                return text == null ? null : Json.read(text, type);
            });
        }
        return Optional.empty();
    }
}
