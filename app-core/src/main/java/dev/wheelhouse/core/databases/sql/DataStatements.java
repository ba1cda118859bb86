package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges what both engines share: queries, inserts, updates, deletes, merges and WITH before them. */
final class DataStatements {

    private static final Set<String> CHANGING = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE");
    private static final Set<String> MAIN_VERBS =
            Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "TABLE", "REPLACE");
    private static final Set<String> LOCKED = Set.of("UPDATE", "SHARE", "NO", "KEY");
    private static final Set<String> BEFORE_NAME = Set.of("INTO", "FROM", "ONLY", "TABLE");
    private static final Set<String> CONFLICT_ACTIONS = Set.of("ROLLBACK", "ABORT", "REPLACE", "FAIL", "IGNORE");

    /** Each is looked through to its end, so their number is bounded. */
    private static final int MOST_CHANGES = 200;

    private final Lexemes lexemes;
    private final Engine engine;

    DataStatements(Lexemes lexemes, Engine engine) {
        this.lexemes = lexemes;
        this.engine = engine;
    }

    /** Whether a statement of this kind begins at a position. */
    boolean beginsAt(int at) {
        return lexemes.isOneOf(at, MAIN_VERBS)
                || lexemes.is(at, "WITH")
                || (lexemes.is(at, "(")
                        && (lexemes.isOneOf(at + 1, MAIN_VERBS)
                                || lexemes.is(at + 1, "(")
                                || lexemes.is(at + 1, "WITH")));
    }

    Verdict judge(int from, int to) {
        int verb = lexemes.is(from, "WITH") ? lexemes.find(from, to, MAIN_VERBS) : from;
        if (verb == to) {
            return Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "WITH");
        }
        Verdict verdict = judgeVerb(verb, to);
        String command = verdict.command();
        Verdict inner = changesInParentheses(from, to);
        if (inner != null) {
            verdict = verdict.combinedWith(inner);
        }
        Verdict called = FunctionCalls.gravest(lexemes, from, to, engine, command);
        return (called == null ? verdict : verdict.combinedWith(called)).as(command);
    }

    private Verdict judgeVerb(int at, int to) {
        return switch (lexemes.word(at)) {
            case "INSERT", "REPLACE" -> insert(at);
            case "UPDATE" -> narrowed("UPDATE", "update", at, to);
            case "DELETE" -> narrowed("DELETE", "delete", at, to);
            case "MERGE" -> Verdict.of(StatementLevel.WRITE, "merge", "MERGE").on(name(at + 1));
            default -> query(at, to);
        };
    }

    private Verdict insert(int at) {
        int name = at + 1;
        if (lexemes.is(name, "OR")) {
            name += 2;
        }
        boolean replaces = lexemes.is(at, "REPLACE") || lexemes.is(at + 2, "REPLACE");
        return Verdict.of(StatementLevel.WRITE, replaces ? "replace" : "insert", "INSERT")
                .on(name(name));
    }

    private Verdict narrowed(String command, String rule, int at, int to) {
        int name = at + 1;
        if (lexemes.is(name, "OR") && lexemes.isOneOf(name + 1, CONFLICT_ACTIONS)) {
            name += 2;
        }
        int where = WhereClause.find(lexemes, at, to);
        if (where == to) {
            return Verdict.of(StatementLevel.DESTRUCTIVE, rule + "_without_where", command)
                    .on(name(name));
        }
        if (!WhereClause.namesColumn(lexemes, where, to)) {
            return Verdict.of(StatementLevel.DESTRUCTIVE, rule + "_where_names_no_column", command)
                    .on(name(name));
        }
        return Verdict.of(StatementLevel.WRITE, rule, command).on(name(name));
    }

    private Verdict query(int at, int to) {
        String command = lexemes.is(at, "(") ? "SELECT" : lexemes.word(at);
        if (engine == Engine.POSTGRESQL) {
            int into = lexemes.find(at, to, Set.of("INTO"));
            if (into < to) {
                return Verdict.of(StatementLevel.WRITE, "select_into", command).on(name(into + 1));
            }
            for (int i = at; i < to; i++) {
                if (lexemes.is(i, "INTO") && selectsInto(i)) {
                    return Verdict.of(StatementLevel.WRITE, "select_into", command);
                }
                if (lexemes.is(i, "FOR") && lexemes.isOneOf(i + 1, LOCKED)) {
                    return Verdict.of(StatementLevel.WRITE, "row_lock", command);
                }
            }
        }
        return Verdict.of(StatementLevel.READ, "query", command).on(sourceOf(at, to));
    }

    private boolean selectsInto(int into) {
        return !lexemes.is(into - 1, "INSERT") && !lexemes.is(into - 1, "MERGE");
    }

    private @Nullable String sourceOf(int at, int to) {
        int source = lexemes.find(at, to, Set.of("FROM"));
        return source < to ? lexemes.name(source + 1) : lexemes.is(at, "TABLE") ? lexemes.name(at + 1) : null;
    }

    /** A statement in a WITH that changes something: judged as one of its own. */
    private @Nullable Verdict changesInParentheses(int from, int to) {
        Verdict gravest = null;
        int found = 0;
        for (int i = from + 1; i < to; i++) {
            boolean opened = lexemes.is(i - 1, "(") && (lexemes.is(i - 2, "AS") || lexemes.is(i - 2, "MATERIALIZED"));
            if (opened && lexemes.isOneOf(i, CHANGING)) {
                if (++found > MOST_CHANGES) {
                    return Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "WITH");
                }
                Verdict one = judgeVerb(i, Math.min(to, lexemes.behindParenthesis(i - 1) - 1));
                gravest = gravest == null ? one : gravest.combinedWith(one);
            }
        }
        return gravest;
    }

    private @Nullable String name(int at) {
        int i = at;
        while (lexemes.isOneOf(i, BEFORE_NAME)) {
            i++;
        }
        return lexemes.name(i);
    }
}
