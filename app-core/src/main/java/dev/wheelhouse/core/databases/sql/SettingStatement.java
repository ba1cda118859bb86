package dev.wheelhouse.core.databases.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL SET or RESET of one session setting (manual, "SET"), read so that its value can be bound.
 *
 * @param name lower case
 * @param value as {@code set_config} takes it; null for the setting's default
 */
public record SettingStatement(String name, @Nullable String value) {

    /** Settings that are lists of names, each quoted by itself. */
    private static final Set<String> LISTS = Set.of("search_path");

    /** Empty for every other statement and for a value that is no plain literal. */
    public static Optional<SettingStatement> of(SqlStatement statement) {
        Lexemes lexemes = new Lexemes(statement);
        if (lexemes.is(0, "RESET") && lexemes.size() == 2 && lexemes.kind(1) == TokenKind.WORD) {
            return Optional.of(new SettingStatement(lexemes.plainName(1), null));
        }
        int name = lexemes.is(1, "SESSION") ? 2 : 1;
        boolean assigns = lexemes.is(name + 1, "TO") || lexemes.text(name + 1).equals("=");
        if (!lexemes.is(0, "SET") || lexemes.kind(name) != TokenKind.WORD || !assigns) {
            return Optional.empty();
        }
        String plain = lexemes.plainName(name);
        if (lexemes.is(name + 2, "DEFAULT") && lexemes.size() == name + 3) {
            return Optional.of(new SettingStatement(plain, null));
        }
        List<String> values = new ArrayList<>();
        for (int at = name + 2; at < lexemes.size(); at += 2) {
            String value = value(lexemes, at);
            boolean last = at + 1 == lexemes.size();
            if (value == null || !(last || (lexemes.is(at + 1, ",") && at + 2 < lexemes.size()))) {
                return Optional.empty();
            }
            values.add(value);
        }
        if (LISTS.contains(plain)) {
            String list = values.stream()
                    .map(each -> '"' + each.replace("\"", "\"\"") + '"')
                    .collect(Collectors.joining(", "));
            return Optional.of(new SettingStatement(plain, list));
        }
        return values.size() == 1 ? Optional.of(new SettingStatement(plain, values.getFirst())) : Optional.empty();
    }

    private static @Nullable String value(Lexemes lexemes, int at) {
        String text = lexemes.text(at);
        return switch (lexemes.kind(at)) {
            case WORD -> lexemes.plainName(at);
            case NUMBER -> text;
            case STRING ->
                text.startsWith("'") && lexemes.isTerminated(at)
                        ? text.substring(1, text.length() - 1).replace("''", "'")
                        : null;
            case QUOTED_IDENTIFIER ->
                text.startsWith("\"") && lexemes.isTerminated(at)
                        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
                        : null;
            case null, default -> null;
        };
    }
}
