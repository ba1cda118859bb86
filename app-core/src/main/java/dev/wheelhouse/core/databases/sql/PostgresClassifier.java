package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The guard's table for PostgreSQL (manual, part VI, "SQL Commands"). */
final class PostgresClassifier {

    private static final Set<String> BEFORE_NAME = Set.of(
            "TABLE",
            "IF",
            "NOT",
            "EXISTS",
            "ONLY",
            "VIEW",
            "MATERIALIZED",
            "INDEX",
            "CONCURRENTLY",
            "SEQUENCE",
            "SCHEMA",
            "TYPE",
            "DOMAIN",
            "FUNCTION",
            "PROCEDURE",
            "DATABASE",
            "ROLE",
            "USER",
            "EXTENSION",
            "FOREIGN",
            "OR",
            "REPLACE",
            "TEMP",
            "TEMPORARY",
            "UNLOGGED",
            "UNIQUE",
            "TABLESPACE",
            "TRIGGER",
            "RULE",
            "POLICY",
            "ALL",
            "IN",
            "GROUP");
    private static final Set<String> OUTSIDE_ALONE = Set.of("DATABASE", "TABLESPACE");
    private static final Set<String> BODIES = Set.of("FUNCTION", "PROCEDURE", "TRIGGER", "RULE");
    private static final Set<String> REACHING_OUT = Set.of(
            "EXTENSION",
            "LANGUAGE",
            "SERVER",
            "WRAPPER",
            "SUBSCRIPTION",
            "PUBLICATION",
            "TABLESPACE",
            "DATABASE",
            "ROLE",
            "USER",
            "GROUP",
            "SYSTEM",
            "EVENT");
    private static final Set<String> EXPLAIN_WORDS = Set.of("ANALYZE", "ANALYSE", "VERBOSE");
    private static final Set<String> HOLDERS = Set.of("EXPLAIN", "PREPARE", "DECLARE");
    private static final Set<String> OFF = Set.of("FALSE", "OFF", "0", "'FALSE'", "'OFF'", "'0'");
    private static final Set<String> OF_TRANSACTIONS = Set.of("READ", "ISOLATION", "DEFERRABLE", "NOT");

    private final Lexemes lexemes;
    private final DataStatements data;

    PostgresClassifier(Lexemes lexemes) {
        this.lexemes = lexemes;
        this.data = new DataStatements(lexemes, Engine.POSTGRESQL);
    }

    Verdict classify() {
        return judge(0);
    }

    /** A statement inside another: of the ones that may hold one, none may be held. */
    private Verdict judgeInner(int at) {
        return lexemes.isOneOf(at, HOLDERS)
                ? Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", lexemes.word(at))
                : judge(at);
    }

    private Verdict judge(int at) {
        int end = lexemes.size();
        if (lexemes.text(at).startsWith("\\")) {
            return Verdict.of(StatementLevel.REFUSED, "psql_command", "\\");
        }
        if (data.beginsAt(at)) {
            return data.judge(at, end);
        }
        String verb = lexemes.word(at);
        return switch (verb) {
            case "SHOW" -> Verdict.of(StatementLevel.READ, "show", verb);
            case "EXPLAIN" -> explain(at);
            case "PREPARE" -> prepare(at);
            case "DECLARE" -> declare(at);
            case "FETCH", "MOVE", "CLOSE", "DEALLOCATE", "LISTEN", "UNLISTEN", "SAVEPOINT", "RELEASE" ->
                Verdict.of(StatementLevel.SESSION, "session", verb);
            case "ANALYZE", "ANALYSE", "DISCARD" ->
                Verdict.of(StatementLevel.SESSION, "session", verb).harmful();
            case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT" -> transaction(at, verb);
            case "SET", "RESET" -> setting(at, verb);
            case "CREATE" -> create(at, end);
            case "ALTER" -> alter(at, end);
            case "DROP" -> drop(at);
            case "TRUNCATE" ->
                Verdict.of(StatementLevel.DESTRUCTIVE, "truncate", verb).on(name(at + 1));
            case "COMMENT", "SECURITY", "REFRESH", "IMPORT" ->
                Verdict.of(StatementLevel.DDL, "ddl", verb).on(commented(at));
            case "GRANT", "REVOKE" -> Verdict.of(StatementLevel.GUARDED, "privileges", verb);
            case "REASSIGN" -> Verdict.of(StatementLevel.GUARDED, "privileges", verb);
            case "DO", "CALL", "EXECUTE" ->
                Verdict.of(StatementLevel.GUARDED, "opaque", verb)
                        .on(verb.equals("DO") ? null : lexemes.name(at + 1))
                        .administrative();
            case "LOCK", "NOTIFY" ->
                Verdict.of(StatementLevel.WRITE, verb.toLowerCase(Locale.ROOT), verb)
                        .on(name(at + 1));
            case "COPY" -> copy(at, end);
            case "VACUUM", "REINDEX", "CLUSTER", "CHECKPOINT", "LOAD" -> maintenance(at, verb);
            default -> Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", verb.isEmpty() ? "?" : verb);
        };
    }

    private Verdict explain(int at) {
        int inner = at + 1;
        boolean runs = false;
        if (lexemes.is(inner, "(") && !data.beginsAt(inner)) {
            int behind = lexemes.behindParenthesis(inner);
            runs = analyses(inner + 1, behind - 1);
            inner = behind;
        }
        while (lexemes.isOneOf(inner, EXPLAIN_WORDS)) {
            runs |= !lexemes.is(inner, "VERBOSE");
            inner++;
        }
        if (!runs) {
            return Verdict.of(StatementLevel.READ, "explain", "EXPLAIN");
        }
        return judgeInner(inner).as("EXPLAIN");
    }

    private boolean analyses(int from, int to) {
        boolean runs = false;
        for (int i = from; i < to; i++) {
            if (lexemes.is(i, "ANALYZE") || lexemes.is(i, "ANALYSE") || isQuoted(i, "analyze")) {
                // The last of several counts, so none of them may be believed to be off for good.
                runs |= !OFF.contains(lexemes.text(i + 1).toUpperCase(Locale.ROOT));
            }
        }
        return runs;
    }

    private boolean isQuoted(int at, String name) {
        return lexemes.kind(at) == TokenKind.QUOTED_IDENTIFIER
                && lexemes.plainName(at).equals(name);
    }

    private Verdict prepare(int at) {
        if (lexemes.is(at + 1, "TRANSACTION")) {
            return Verdict.of(StatementLevel.GUARDED, "two_phase_commit", "PREPARE")
                    .transactional();
        }
        int as = lexemes.find(at, lexemes.size(), Set.of("AS"));
        return as == lexemes.size()
                ? Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "PREPARE")
                : judgeInner(as + 1).as("PREPARE");
    }

    private Verdict declare(int at) {
        int query = lexemes.find(at, lexemes.size(), Set.of("FOR"));
        Verdict inner = query == lexemes.size()
                ? Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "DECLARE")
                : judgeInner(query + 1);
        return inner.level() == StatementLevel.READ
                ? Verdict.of(StatementLevel.SESSION, "session", "DECLARE")
                : inner.as("DECLARE");
    }

    private Verdict transaction(int at, String verb) {
        Verdict session = Verdict.of(StatementLevel.SESSION, "transaction", verb);
        if (lexemes.is(at + 1, "PREPARED")) {
            return Verdict.of(StatementLevel.GUARDED, "two_phase_commit", verb).alone();
        }
        boolean toSavepoint =
                verb.equals("ROLLBACK") && lexemes.find(at, lexemes.size(), Set.of("TO")) < lexemes.size();
        if (toSavepoint) {
            return session;
        }
        return grantsWriting(at) ? session.transactional().harmful() : session.transactional();
    }

    private boolean grantsWriting(int at) {
        for (int i = at; i < lexemes.size(); i++) {
            if (lexemes.is(i, "WRITE")) {
                return true;
            }
        }
        return false;
    }

    private Verdict setting(int at, String verb) {
        int name = at + 1;
        while (lexemes.is(name, "LOCAL")
                || (lexemes.is(name, "SESSION")
                        && !lexemes.is(name + 1, "AUTHORIZATION")
                        && !lexemes.is(name + 1, "CHARACTERISTICS"))) {
            name++;
        }
        Verdict session = Verdict.of(StatementLevel.SESSION, "setting", verb).on(lexemes.name(name));
        boolean identity = lexemes.is(name, "ROLE") || lexemes.is(name, "SESSION");
        boolean transaction = lexemes.is(name, "TRANSACTION") && lexemes.isOneOf(name + 1, OF_TRANSACTIONS);
        if (transaction || lexemes.is(name + 1, "CHARACTERISTICS")) {
            return grantsWriting(name) ? Verdict.of(StatementLevel.GUARDED, "guarded_setting", verb) : session;
        }
        boolean guarded = identity || FunctionCalls.GUARDED_SETTINGS.contains(plain(name));
        if (guarded) {
            return Verdict.of(StatementLevel.GUARDED, "guarded_setting", verb).on(lexemes.name(name));
        }
        // RESET ALL would lift the second lock of a read-only connection.
        return lexemes.is(name, "ALL") ? session.harmful() : session;
    }

    private String plain(int at) {
        return lexemes.isIdentifier(at) ? lexemes.plainName(at) : "";
    }

    private Verdict create(int at, int end) {
        Verdict ddl = Verdict.of(StatementLevel.DDL, "create", "CREATE").on(name(at + 1));
        boolean concurrently = contains(at, Math.min(end, at + 5), "CONCURRENTLY");
        if (concurrently || lexemes.isOneOf(at + 1, OUTSIDE_ALONE)) {
            ddl = ddl.alone();
        }
        int kind = at + 1;
        while (lexemes.is(kind, "OR")
                || lexemes.is(kind, "REPLACE")
                || lexemes.is(kind, "TRUSTED")
                || lexemes.is(kind, "PROCEDURAL")) {
            kind++;
        }
        boolean wrapper = lexemes.is(kind, "FOREIGN") && lexemes.is(kind + 1, "DATA");
        if (lexemes.isOneOf(kind, REACHING_OUT) || wrapper) {
            Verdict guarded = Verdict.of(StatementLevel.GUARDED, "create_server_object", "CREATE")
                    .on(name(at + 1))
                    .administrative();
            return ddl.mustRunAlone() ? guarded.alone() : guarded;
        }
        for (int i = at; i < Math.min(end, at + 6); i++) {
            if (lexemes.isOneOf(i, BODIES)) {
                return ddl;
            }
        }
        Verdict called = FunctionCalls.gravest(lexemes, at, end, Engine.POSTGRESQL, "CREATE");
        return called == null ? ddl : ddl.combinedWith(called);
    }

    private Verdict alter(int at, int end) {
        String kind = lexemes.word(at + 1);
        if (contains(at, end, "DROP")) {
            Verdict dropping = Verdict.of(StatementLevel.DESTRUCTIVE, "alter_drop", "ALTER")
                    .on(name(at + 1));
            return lexemes.isOneOf(at + 1, REACHING_OUT) ? dropping.administrative() : dropping;
        }
        if (kind.equals("SYSTEM")) {
            return Verdict.of(StatementLevel.GUARDED, "alter_system", "ALTER")
                    .administrative()
                    .alone();
        }
        if (lexemes.isOneOf(at + 1, REACHING_OUT) || (kind.equals("FOREIGN") && lexemes.is(at + 2, "DATA"))) {
            return Verdict.of(StatementLevel.GUARDED, "alter_server_object", "ALTER")
                    .on(name(at + 1))
                    .administrative();
        }
        if (kind.equals("TYPE")) {
            Verdict type =
                    Verdict.of(StatementLevel.GUARDED, "alter_type", "ALTER").on(name(at + 1));
            return type;
        }
        boolean detaches = contains(at, end, "DETACH") && contains(at, end, "CONCURRENTLY");
        Verdict ddl = Verdict.of(StatementLevel.DDL, "alter", "ALTER").on(name(at + 1));
        return detaches ? ddl.alone() : ddl;
    }

    private Verdict drop(int at) {
        Verdict verdict = Verdict.of(StatementLevel.DESTRUCTIVE, "drop", "DROP").on(name(at + 1));
        boolean concurrently = contains(at, Math.min(lexemes.size(), at + 4), "CONCURRENTLY");
        Verdict placed = lexemes.isOneOf(at + 1, OUTSIDE_ALONE) || concurrently ? verdict.alone() : verdict;
        return lexemes.isOneOf(at + 1, REACHING_OUT) ? placed.administrative() : placed;
    }

    private Verdict copy(int at, int end) {
        Verdict inner = Verdict.of(StatementLevel.SESSION, "copy_out", "COPY").on(name(at + 1));
        int from = at + 1;
        if (lexemes.is(from, "(")) {
            int behind = lexemes.behindParenthesis(from);
            if (data.beginsAt(from + 1)) {
                Verdict query = data.judge(from + 1, behind - 1);
                inner = query.level() == StatementLevel.READ ? inner : query.as("COPY");
            } else {
                inner = Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "COPY");
            }
            from = behind;
        }
        int direction = lexemes.find(from, end, Set.of("FROM", "TO"));
        if (direction == end) {
            return Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "COPY");
        }
        if (lexemes.is(direction, "FROM") && lexemes.is(direction + 1, "STDIN")) {
            return Verdict.of(StatementLevel.REFUSED, "copy_from_stdin", "COPY");
        }
        if (lexemes.is(direction, "TO") && lexemes.is(direction + 1, "STDOUT")) {
            return inner;
        }
        String rule = lexemes.is(direction + 1, "PROGRAM") ? "copy_program" : "copy_file";
        return Verdict.of(StatementLevel.GUARDED, rule, "COPY").on(name(at + 1)).administrative();
    }

    private Verdict maintenance(int at, String verb) {
        String rule = verb.toLowerCase(Locale.ROOT);
        Verdict guarded = Verdict.of(StatementLevel.GUARDED, rule, verb);
        return switch (verb) {
            case "VACUUM" -> guarded.alone();
            case "CHECKPOINT", "LOAD" -> guarded.administrative();
            case "CLUSTER" -> lexemes.size() == at + 1 || lexemes.is(at + 1, "VERBOSE") ? guarded.alone() : guarded;
            default -> {
                boolean whole = contains(at, lexemes.size(), "CONCURRENTLY")
                        || contains(at, lexemes.size(), "SCHEMA")
                        || contains(at, lexemes.size(), "DATABASE")
                        || contains(at, lexemes.size(), "SYSTEM");
                yield whole ? guarded.alone() : guarded;
            }
        };
    }

    private boolean contains(int from, int to, String word) {
        for (int i = from; i < to; i++) {
            if (lexemes.is(i, word)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String commented(int at) {
        int on = lexemes.find(at, lexemes.size(), Set.of("ON", "VIEW"));
        return name(on + 1);
    }

    private @Nullable String name(int at) {
        int i = at;
        while (lexemes.isOneOf(i, BEFORE_NAME)) {
            i++;
        }
        return lexemes.name(i);
    }
}
