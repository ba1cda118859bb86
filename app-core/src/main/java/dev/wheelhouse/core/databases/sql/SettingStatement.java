package dev.wheelhouse.core.databases.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /** Empty for every other statement, for a value that is no plain literal and for a setting that may lift a lock. */
    public static Optional<SettingStatement> of(SqlStatement statement) {
        Lexemes lexemes = new Lexemes(statement);
        if (lexemes.is(0, "RESET") && lexemes.size() == 2 && lexemes.kind(1) == TokenKind.WORD) {
            return harmless(lexemes.text(1), null);
        }
        int name = lexemes.is(1, "SESSION") ? 2 : 1;
        boolean assigns = lexemes.is(name + 1, "TO") || lexemes.text(name + 1).equals("=");
        if (!lexemes.is(0, "SET") || lexemes.kind(name) != TokenKind.WORD || !assigns) {
            return Optional.empty();
        }
        String plain = lexemes.text(name).toLowerCase(Locale.ROOT);
        if (lexemes.is(name + 2, "DEFAULT") && lexemes.size() == name + 3) {
            return harmless(plain, null);
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
            return harmless(plain, list);
        }
        return values.size() == 1 ? harmless(plain, values.getFirst()) : Optional.empty();
    }

    private static Optional<SettingStatement> harmless(String name, @Nullable String value) {
        return Settings.isHarmless(name)
                ? Optional.of(new SettingStatement(name.toLowerCase(Locale.ROOT), value))
                : Optional.empty();
    }

    private static @Nullable String value(Lexemes lexemes, int at) {
        String text = lexemes.text(at);
        return switch (lexemes.kind(at)) {
            case WORD -> lexemes.plainName(at);
            case NUMBER -> text;
            case STRING -> text.startsWith("'") && text.endsWith("'") ? lexemes.plainText(at) : null;
            case QUOTED_IDENTIFIER ->
                text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
                        : null;
            case null, default -> null;
        };
    }
}
