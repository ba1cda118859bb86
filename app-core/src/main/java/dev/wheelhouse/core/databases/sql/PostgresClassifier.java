package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The guard's table for PostgreSQL (manual, part VI, "SQL Commands"). */
final class PostgresClassifier {

    private static final KeyWords BEFORE_NAME = KeyWords.of(Words.of("""
            TABLE IF NOT EXISTS ONLY VIEW MATERIALIZED INDEX CONCURRENTLY SEQUENCE SCHEMA TYPE DOMAIN
            FUNCTION PROCEDURE DATABASE ROLE USER EXTENSION FOREIGN OR REPLACE TEMP TEMPORARY UNLOGGED
            UNIQUE TABLESPACE TRIGGER RULE POLICY ALL IN GROUP"""));
    private static final KeyWords OUTSIDE_ALONE = KeyWords.of("DATABASE", "TABLESPACE");
    /** What runs later, when somebody else does something, or is called by a name. */
    private static final KeyWords CODE = KeyWords.of(Words.of("""
            FUNCTION PROCEDURE ROUTINE AGGREGATE TRIGGER RULE EVENT LANGUAGE EXTENSION OPERATOR CAST
            TRANSFORM CONVERSION ACCESS"""));

    private static final KeyWords BEFORE_KIND =
            KeyWords.of("OR", "REPLACE", "TRUSTED", "PROCEDURAL", "CONSTRAINT", "DEFAULT");
    private static final KeyWords REACHING_OUT = KeyWords.of(Words.of("""
            EXTENSION LANGUAGE SERVER WRAPPER SUBSCRIPTION PUBLICATION TABLESPACE DATABASE ROLE USER GROUP
            SYSTEM EVENT"""));
    private static final KeyWords HOLDERS = KeyWords.of("EXPLAIN", "PREPARE", "DECLARE");
    private static final KeyWords OF_TRANSACTIONS = KeyWords.of("READ", "ISOLATION", "DEFERRABLE", "NOT");

    private static final KeyWords SWITCHED_OFF = KeyWords.of("TRIGGER", "RULE", "ROW");
    private static final KeyWords ON_OR_VIEW = KeyWords.of("ON", "VIEW");
    private static final KeyWords DIRECTIONS = KeyWords.of("FROM", "TO");

    /** The name of what is altered comes within so many words: {@code ALTER TABLE IF EXISTS ONLY t}. */
    private static final int NAMED_WITHIN = 6;

    private final Lexemes lexemes;
    private final DataStatements data;
    private final SystemCatalog system;

    PostgresClassifier(Lexemes lexemes) {
        this.lexemes = lexemes;
        this.data = new DataStatements(lexemes, Engine.POSTGRESQL);
        this.system = new SystemCatalog(lexemes, Engine.POSTGRESQL);
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
        if (lexemes.reads(at, "\\")) {
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
            // The rows of a cursor are made as they are asked for, by whatever its query calls.
            case "FETCH", "MOVE" -> Verdict.of(StatementLevel.READ, "cursor", verb);
            case "CLOSE", "DEALLOCATE", "LISTEN", "UNLISTEN", "SAVEPOINT", "RELEASE" ->
                Verdict.of(StatementLevel.SESSION, "session", verb);
            case "ANALYZE", "ANALYSE", "DISCARD" ->
                Verdict.of(StatementLevel.SESSION, "session", verb).harmful();
            case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT" -> transaction(at, verb);
            case "SET", "RESET" -> setting(at, verb);
            case "CREATE" -> create(at, end);
            case "ALTER" -> alter(at, end);
            case "DROP" -> system.judge(drop(at), at + 1, end);
            case "TRUNCATE" ->
                system.judge(
                        Verdict.of(StatementLevel.DESTRUCTIVE, "truncate", verb).on(name(at + 1)), at + 1, end);
            case "COMMENT", "SECURITY", "REFRESH", "IMPORT" ->
                system.judge(Verdict.of(StatementLevel.DDL, "ddl", verb).on(commented(at)), at + 1, end);
            case "GRANT", "REVOKE", "REASSIGN" ->
                system.judge(Verdict.of(StatementLevel.GUARDED, "privileges", verb), at + 1, end);
            case "DO" -> Verdict.of(StatementLevel.GUARDED, "makes_code", verb).administrative();
            case "CALL", "EXECUTE" ->
                Verdict.of(StatementLevel.GUARDED, "opaque", verb)
                        .on(lexemes.name(at + 1))
                        .administrative();
            case "LOCK", "NOTIFY" ->
                Verdict.of(StatementLevel.WRITE, verb.toLowerCase(Locale.ROOT), verb)
                        .on(name(at + 1));
            case "COPY" -> copy(at, end);
            case "VACUUM", "REINDEX", "CLUSTER", "REPACK", "CHECKPOINT", "LOAD" -> maintenance(at, verb);
            default -> Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", verb.isEmpty() ? "?" : verb);
        };
    }

    private Verdict explain(int at) {
        ExplainOptions options = ExplainOptions.read(lexemes, at + 1, data.beginsAt(at + 1));
        if (!options.known()) {
            return Verdict.of(StatementLevel.UNKNOWN, "explain_option", "EXPLAIN");
        }
        return options.runs()
                ? judgeInner(options.behind()).as("EXPLAIN")
                : Verdict.of(StatementLevel.READ, "explain", "EXPLAIN");
    }

    private Verdict prepare(int at) {
        if (lexemes.is(at + 1, "TRANSACTION")) {
            return Verdict.of(StatementLevel.GUARDED, "two_phase_commit", "PREPARE")
                    .transactional();
        }
        int as = lexemes.find(at, lexemes.size(), "AS");
        return as == lexemes.size()
                ? Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "PREPARE")
                : judgeInner(as + 1).as("PREPARE");
    }

    private Verdict declare(int at) {
        int query = lexemes.find(at, lexemes.size(), "FOR");
        Verdict inner = query == lexemes.size()
                ? Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "DECLARE")
                : judgeInner(query + 1);
        if (inner.level() != StatementLevel.READ) {
            return inner.as("DECLARE");
        }
        int with = lexemes.find(at, query, "WITH");
        boolean outlives = with < query && lexemes.is(with + 1, "HOLD");
        return Verdict.of(StatementLevel.SESSION, outlives ? Verdict.CURSOR_WITH_HOLD : "session", "DECLARE");
    }

    private Verdict transaction(int at, String verb) {
        Verdict session = Verdict.of(StatementLevel.SESSION, "transaction", verb);
        if (lexemes.is(at + 1, "PREPARED")) {
            return Verdict.of(StatementLevel.GUARDED, "two_phase_commit", verb)
                    .alone()
                    .transactional();
        }
        if (verb.equals("ROLLBACK") && lexemes.find(at, lexemes.size(), "TO") < lexemes.size()) {
            return session;
        }
        return grantsWriting(at) ? session.transactional().harmful() : session.transactional();
    }

    private boolean grantsWriting(int at) {
        return lexemes.contains(at, lexemes.size(), "WRITE");
    }

    /** A setting is judged the same whether it is set, set to its default or reset: its default may lift a lock too. */
    private Verdict setting(int at, String verb) {
        int name = at + 1;
        while (lexemes.is(name, "LOCAL")
                || (lexemes.is(name, "SESSION")
                        && !lexemes.is(name + 1, "AUTHORIZATION")
                        && !lexemes.is(name + 1, "CHARACTERISTICS"))) {
            name++;
        }
        Verdict session = Verdict.of(StatementLevel.SESSION, "setting", verb).on(lexemes.name(name));
        Verdict guarded =
                Verdict.of(StatementLevel.GUARDED, "guarded_setting", verb).on(lexemes.name(name));
        boolean transaction = lexemes.is(name, "TRANSACTION") && lexemes.isOneOf(name + 1, OF_TRANSACTIONS);
        if (transaction || lexemes.is(name + 1, "CHARACTERISTICS")) {
            return grantsWriting(name) ? guarded : session;
        }
        boolean standard = (lexemes.is(name, "TIME") && lexemes.is(name + 1, "ZONE"))
                || lexemes.is(name, "CONSTRAINTS")
                || lexemes.is(name, "SCHEMA");
        String plain = lexemes.isIdentifier(name) && !lexemes.is(name + 1, ".") ? lexemes.plainName(name) : null;
        return standard || (plain != null && Settings.isHarmless(plain)) ? session : guarded;
    }

    private Verdict create(int at, int end) {
        int kind = at + 1;
        while (lexemes.isOneOf(kind, BEFORE_KIND)) {
            kind++;
        }
        Verdict verdict = system.judge(createKind(at, kind, end), nameAt(kind), nameAt(kind) + 1);
        boolean concurrently = lexemes.contains(at, Math.min(end, at + 5), "CONCURRENTLY");
        return concurrently || lexemes.isOneOf(kind, OUTSIDE_ALONE) ? verdict.alone() : verdict;
    }

    private Verdict createKind(int at, int kind, int end) {
        Verdict ddl = Verdict.of(StatementLevel.DDL, "create", "CREATE").on(name(at + 1));
        boolean wrapper = lexemes.is(kind, "FOREIGN") && lexemes.is(kind + 1, "DATA");
        boolean reaching = lexemes.isOneOf(kind, REACHING_OUT) || wrapper;
        boolean family = lexemes.is(kind, "SCHEMA") && lexemes.contains(kind, end, "TRIGGER");
        if (lexemes.isOneOf(kind, CODE) || family) {
            return ddl.combinedWith(
                            Verdict.of(reaching ? StatementLevel.GUARDED : StatementLevel.DDL, "makes_code", "CREATE"))
                    .by("makes_code")
                    .administrative();
        }
        if (reaching) {
            return Verdict.of(StatementLevel.GUARDED, "create_server_object", "CREATE")
                    .on(name(at + 1))
                    .administrative();
        }
        if (lexemes.is(kind, "POLICY") && admitsAll(at, end)) {
            ddl = Verdict.of(StatementLevel.DESTRUCTIVE, "policy_admits_all", "CREATE")
                    .on(name(at + 1));
        }
        int on = lexemes.find(at, end, "ON");
        Verdict placed = on < end ? system.judge(ddl, nameAt(on + 1), nameAt(on + 1) + 1) : ddl;
        Verdict held = held(kind, end);
        Verdict inner = held == null ? placed : placed.combinedWith(held);
        Verdict called = FunctionCalls.gravest(lexemes, at, end, Engine.POSTGRESQL, "CREATE");
        return called == null ? inner : inner.combinedWith(called);
    }

    /** What a statement does whose rows a new table is filled with. */
    private @Nullable Verdict held(int kind, int end) {
        if (lexemes.is(kind, "SCHEMA") && lexemes.contains(kind, end, "GRANT")) {
            return Verdict.of(StatementLevel.GUARDED, "privileges", "CREATE");
        }
        for (int i = kind; i < end; i++) {
            if (lexemes.is(i, "AS") && lexemes.is(i + 1, "EXECUTE")) {
                return Verdict.of(StatementLevel.GUARDED, "opaque", "CREATE").administrative();
            }
        }
        return data.changesInParentheses(kind, end);
    }

    private Verdict alter(int at, int end) {
        int moved = lexemes.find(at, end, "SCHEMA");
        boolean moves = lexemes.is(moved - 1, "SET");
        Verdict kind = alterKind(at, end);
        // A default of a new column is computed at once.
        Verdict called = FunctionCalls.gravest(lexemes, at, end, Engine.POSTGRESQL, "ALTER");
        Verdict verdict = system.judge(called == null ? kind : kind.combinedWith(called), at + 1, at + NAMED_WITHIN);
        return moves ? system.judge(verdict, moved + 1, moved + 2) : verdict;
    }

    private Verdict alterKind(int at, int end) {
        String kind = lexemes.word(at + 1);
        boolean reaching =
                lexemes.isOneOf(at + 1, REACHING_OUT) || (kind.equals("FOREIGN") && lexemes.is(at + 2, "DATA"));
        boolean code = lexemes.isOneOf(at + 1, CODE);
        if (lexemes.contains(at, end, "DROP")) {
            Verdict dropping = Verdict.of(StatementLevel.DESTRUCTIVE, "alter_drop", "ALTER")
                    .on(name(at + 1));
            return reaching || code ? dropping.administrative() : dropping;
        }
        if (kind.equals("SYSTEM")) {
            return Verdict.of(StatementLevel.GUARDED, "alter_system", "ALTER")
                    .administrative()
                    .alone();
        }
        if (code) {
            return Verdict.of(reaching ? StatementLevel.GUARDED : StatementLevel.DDL, "makes_code", "ALTER")
                    .on(name(at + 1))
                    .administrative();
        }
        if (reaching) {
            return Verdict.of(StatementLevel.GUARDED, "alter_server_object", "ALTER")
                    .on(name(at + 1))
                    .administrative();
        }
        if (kind.equals("TYPE")) {
            return Verdict.of(StatementLevel.GUARDED, "alter_type", "ALTER").on(name(at + 1));
        }
        String loss = loss(at, end);
        if (loss != null) {
            return Verdict.of(StatementLevel.DESTRUCTIVE, loss, "ALTER").on(name(at + 1));
        }
        boolean detaches = lexemes.contains(at, end, "DETACH") && lexemes.contains(at, end, "CONCURRENTLY");
        Verdict ddl = Verdict.of(StatementLevel.DDL, "alter", "ALTER").on(name(at + 1));
        return detaches ? ddl.alone() : ddl;
    }

    /** By which rule an ALTER without a DROP loses values, or what protects them; null when it does not. */
    private @Nullable String loss(int at, int end) {
        if (lexemes.is(at + 1, "DEFAULT") && lexemes.is(at + 2, "PRIVILEGES")) {
            return "default_privileges";
        }
        if (lexemes.is(at + 1, "POLICY")) {
            return admitsAll(at, end) ? "policy_admits_all" : null;
        }
        for (int i = at + 1; i < end; i++) {
            boolean off = (lexemes.is(i, "DISABLE") && lexemes.isOneOf(i + 1, SWITCHED_OFF))
                    // Then it fires where changes are replayed, and in no other session.
                    || (lexemes.is(i, "ENABLE") && lexemes.is(i + 1, "REPLICA"))
                    || (lexemes.is(i, "NO") && lexemes.is(i + 1, "FORCE"))
                    || (lexemes.is(i, "NOT") && lexemes.is(i + 1, "ENFORCED"));
            if (off) {
                return "alter_disables";
            }
            if (lexemes.is(i, "SET") && lexemes.is(i + 1, "UNLOGGED")) {
                return "alter_unlogged";
            }
            if (lexemes.is(i, "TYPE") && lexemes.find(i, endOfAction(i, end), "USING") < endOfAction(i, end)) {
                return "alter_rewrites_values";
            }
        }
        return null;
    }

    /** Where the comma behind one of an ALTER's actions is. */
    private int endOfAction(int from, int end) {
        int at = from;
        while (at < end && !(lexemes.is(at, ",") && lexemes.depth(at) == lexemes.depth(from))) {
            at++;
        }
        return at;
    }

    /** Whether a policy lets rows pass, whatever is in them. */
    private boolean admitsAll(int at, int end) {
        int using = lexemes.find(at, end, "USING");
        WhereClause condition = new WhereClause(lexemes, Engine.POSTGRESQL);
        return using < end
                && lexemes.find(at, end, "RESTRICTIVE") == end
                && !condition.namesColumn(using, lexemes.behindParenthesis(using + 1));
    }

    private Verdict drop(int at) {
        Verdict verdict = Verdict.of(StatementLevel.DESTRUCTIVE, "drop", "DROP").on(name(at + 1));
        boolean concurrently = lexemes.contains(at, Math.min(lexemes.size(), at + 4), "CONCURRENTLY");
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
        int direction = lexemes.find(from, end, DIRECTIONS);
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
            // Of PostgreSQL 19.
            case "REPACK" -> {
                int behind = lexemes.is(at + 1, "(") ? lexemes.behindParenthesis(at + 1) : at + 1;
                boolean alone = behind >= lexemes.size()
                        || lexemes.is(behind, "USING")
                        || lexemes.contains(at, behind, "CONCURRENTLY");
                yield alone ? guarded.alone() : guarded;
            }
            default -> {
                boolean whole = lexemes.contains(at, lexemes.size(), "CONCURRENTLY")
                        || lexemes.contains(at, lexemes.size(), "SCHEMA")
                        || lexemes.contains(at, lexemes.size(), "DATABASE")
                        || lexemes.contains(at, lexemes.size(), "SYSTEM");
                yield whole ? guarded.alone() : guarded;
            }
        };
    }

    private @Nullable String commented(int at) {
        int on = lexemes.find(at, lexemes.size(), ON_OR_VIEW);
        return name(on + 1);
    }

    private @Nullable String name(int at) {
        return lexemes.name(nameAt(at));
    }

    private int nameAt(int at) {
        int i = at;
        while (lexemes.isOneOf(i, BEFORE_NAME) || (lexemes.is(i, "(") && lexemes.is(i - 1, "ONLY"))) {
            i++;
        }
        return i;
    }
}
