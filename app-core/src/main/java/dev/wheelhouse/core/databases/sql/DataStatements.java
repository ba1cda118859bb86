package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges what both engines share: queries, inserts, updates, deletes, merges and WITH before them. */
final class DataStatements {

    private static final KeyWords CHANGING = KeyWords.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE");
    private static final KeyWords MAIN_VERBS =
            KeyWords.of("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "TABLE", "REPLACE");
    private static final KeyWords LOCKED = KeyWords.of("UPDATE", "SHARE", "NO", "KEY");
    private static final KeyWords BEFORE_NAME = KeyWords.of("INTO", "FROM", "ONLY", "TABLE");
    static final KeyWords SOURCES = KeyWords.of("VALUES", "DEFAULT", "SELECT", "TABLE", "WITH");
    private static final KeyWords SET_OPERATIONS = KeyWords.of("UNION", "INTERSECT", "EXCEPT");

    /** How the names of those begin that come with the server and return rows (manual, "Set Returning Functions"). */
    private static final List<String> ROW_FUNCTIONS =
            List.of("generate_", "unnest", "json", "string_to_table", "regexp_matches", "regexp_split_to_table");

    /** Each is looked through to its end, so their number is bounded. */
    private static final int MOST_CHANGES = 200;

    private final Lexemes lexemes;
    private final Engine engine;
    private final NamedQueries named;
    private final SystemCatalog system;

    DataStatements(Lexemes lexemes, Engine engine) {
        this.lexemes = lexemes;
        this.engine = engine;
        this.named = new NamedQueries(lexemes);
        this.system = new SystemCatalog(lexemes, engine);
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
        int verb = verb(from, to);
        if (verb == to) {
            return unknown();
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

    /** The verb of the statement at a position, behind a WITH; {@code to} when none is found. */
    private int verb(int from, int to) {
        int verb = lexemes.is(from, "WITH") ? named.behind(from) : from;
        boolean query = lexemes.isOneOf(verb, MAIN_VERBS) || lexemes.is(verb, "(");
        return verb < to && query ? verb : to;
    }

    private static Verdict unknown() {
        return Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "WITH");
    }

    private Verdict judgeVerb(int at, int to) {
        return switch (lexemes.word(at)) {
            case "INSERT", "REPLACE" -> insert(at, to);
            case "UPDATE" -> narrowed("UPDATE", "update", at, to);
            case "DELETE" -> narrowed("DELETE", "delete", at, to);
            case "MERGE" -> merge(at, to);
            default -> query(at, to);
        };
    }

    private Verdict insert(int at, int to) {
        int name = at + 1;
        if (lexemes.is(name, "OR")) {
            name += 2;
        }
        boolean replaces = lexemes.is(at, "REPLACE") || (lexemes.is(at + 1, "OR") && lexemes.is(at + 2, "REPLACE"));
        boolean updates = lexemes.find(conflict(lexemes, at, to), to, "UPDATE") < to;
        boolean bulk = (replaces || updates) && !rowsAreWritten(at, to);
        StatementLevel level = bulk ? StatementLevel.BULK : StatementLevel.WRITE;
        return on(Verdict.of(level, replaces ? "replace" : "insert", "INSERT"), name);
    }

    /** The position of the ON of {@code ON CONFLICT}; {@code to} without one. */
    static int conflict(Lexemes lexemes, int at, int to) {
        int on = lexemes.find(at, to, "CONFLICT") - 1;
        return on > at && lexemes.is(on, "ON") ? on : to;
    }

    /** Whether the rows of an INSERT stand in its text, and do not come from a query. */
    private boolean rowsAreWritten(int at, int to) {
        int end = conflict(lexemes, at, to);
        int source = lexemes.find(at, end, SOURCES);
        return source < end
                && (lexemes.is(source, "VALUES") || lexemes.is(source, "DEFAULT"))
                && lexemes.find(source, end, SET_OPERATIONS) == end
                && !returnsRows(source + 1, end);
    }

    /** PostgreSQL: such a function makes several rows of one, but not in a query of its own. */
    private boolean returnsRows(int from, int to) {
        int i = engine == Engine.POSTGRESQL ? from : to;
        while (i < to) {
            if (lexemes.isIdentifier(i) && lexemes.is(i + 1, "(") && isOfRows(lexemes.plainName(i))) {
                return true;
            }
            i = lexemes.is(i, "(") && lexemes.isOneOf(i + 1, SOURCES) ? lexemes.behindParenthesis(i) : i + 1;
        }
        return false;
    }

    private static boolean isOfRows(@Nullable String name) {
        return name == null || ROW_FUNCTIONS.stream().anyMatch(name::startsWith);
    }

    /** How many rows it changes hangs on what it is merged with, so a change of rows that are there is asked. */
    private Verdict merge(int at, int to) {
        for (int i = at; i < to; i++) {
            boolean action = lexemes.is(i - 1, "THEN") && (lexemes.is(i, "UPDATE") || lexemes.is(i, "DELETE"));
            if (action && lexemes.depth(i) == lexemes.depth(at)) {
                return on(Verdict.of(StatementLevel.DESTRUCTIVE, "merge_changes_rows", "MERGE"), at + 1);
            }
        }
        return on(Verdict.of(StatementLevel.WRITE, "merge", "MERGE"), at + 1);
    }

    private Verdict narrowed(String command, String rule, int at, int to) {
        RowChange change = RowChange.at(lexemes, at, to);
        WhereClause where = new WhereClause(lexemes, engine);
        StatementLevel level = StatementLevel.WRITE;
        String decided = rule;
        if (change.where() == to) {
            level = StatementLevel.DESTRUCTIVE;
            decided = rule + "_without_where";
        } else if (!where.namesColumn(change.where(), to)) {
            level = StatementLevel.DESTRUCTIVE;
            decided = rule + "_where_names_no_column";
        } else if (!where.comparesColumn(change)) {
            level = StatementLevel.BULK;
        }
        return on(Verdict.of(level, decided, command), change.target());
    }

    private Verdict query(int at, int to) {
        String command = lexemes.is(at, "(") ? "SELECT" : lexemes.word(at);
        if (engine == Engine.POSTGRESQL) {
            int into = lexemes.find(at, to, "INTO");
            if (into < to) {
                return on(Verdict.of(StatementLevel.WRITE, "select_into", command), into + 1);
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
        int source = lexemes.find(at, to, "FROM");
        return source < to ? lexemes.name(source + 1) : lexemes.is(at, "TABLE") ? lexemes.name(at + 1) : null;
    }

    /** A statement in a WITH that changes something: judged as one of its own. Null when none does. */
    @Nullable
    Verdict changesInParentheses(int from, int to) {
        Verdict gravest = null;
        int found = 0;
        for (int i = from + 1; i < to; i++) {
            boolean opened = lexemes.is(i - 1, "(") && (lexemes.is(i - 2, "AS") || lexemes.is(i - 2, "MATERIALIZED"));
            if (!opened || !(lexemes.isOneOf(i, CHANGING) || lexemes.is(i, "WITH"))) {
                continue;
            }
            int end = Math.min(to, lexemes.behindParenthesis(i - 1) - 1);
            int verb = verb(i, end);
            if (verb == end || ++found > MOST_CHANGES) {
                return unknown();
            }
            if (lexemes.isOneOf(verb, CHANGING)) {
                Verdict one = judgeVerb(verb, end);
                gravest = gravest == null ? one : gravest.combinedWith(one);
            }
        }
        return gravest;
    }

    /** The verdict on what is named there. */
    private Verdict on(Verdict verdict, int at) {
        int i = at;
        while (lexemes.isOneOf(i, BEFORE_NAME)) {
            i++;
        }
        if (lexemes.is(i, "(") && lexemes.is(i - 1, "ONLY")) {
            i++;
        }
        Verdict named = verdict.on(lexemes.name(i));
        return system.judge(named, i, i + 1);
    }
}
