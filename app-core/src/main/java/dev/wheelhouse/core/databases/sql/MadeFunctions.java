package dev.wheelhouse.core.databases.sql;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The functions that a script has made so far. What they do stands in no statement of its own, so one that calls them is
 * asked. Belongs to one thread.
 */
final class MadeFunctions {

    private static final KeyWords KINDS = KeyWords.of("FUNCTION", "PROCEDURE", "AGGREGATE");
    private static final int KIND_WITHIN = 4;

    private final Set<String> names = new HashSet<>();
    private boolean unknown;

    /** The verdict, asked when the statement calls one of them; then remembers what it makes itself. */
    Verdict judge(Verdict verdict, Lexemes lexemes) {
        boolean makes = verdict.rule().equals("makes_code") || verdict.rule().equals("system_catalog");
        if (makes) {
            remember(lexemes);
            return verdict;
        }
        String called = names.isEmpty() && !unknown ? null : called(lexemes);
        return called == null
                ? verdict
                : Verdict.of(StatementLevel.DESTRUCTIVE, "calls_made_function", verdict.command())
                        .on(called)
                        .combinedWith(verdict);
    }

    private void remember(Lexemes lexemes) {
        for (int i = 1; i < KIND_WITHIN; i++) {
            if (lexemes.isOneOf(i, KINDS) && lexemes.isIdentifier(i + 1)) {
                String name = lexemes.plainName(lexemes.lastPart(i + 1));
                unknown |= name == null;
                if (name != null) {
                    names.add(name);
                }
                return;
            }
        }
    }

    private @Nullable String called(Lexemes lexemes) {
        for (int i = 0; i < lexemes.size(); i++) {
            boolean named = lexemes.isIdentifier(i) || lexemes.kind(i) == TokenKind.PARAMETER;
            if (named && (lexemes.is(i + 1, "(") || lexemes.is(i - 1, "."))) {
                String name = lexemes.plainName(i);
                if (unknown || name == null || names.contains(name)) {
                    return lexemes.text(i);
                }
            }
        }
        return null;
    }
}
