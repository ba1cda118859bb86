package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The guard's table for SQLite (documentation, "SQL As Understood By SQLite" and "PRAGMA Statements"). */
final class SqliteClassifier {

    /** Pragmas that only read, with or without an argument. */
    private static final Set<String> TELLING = Set.of(Words.of("""
            table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list
            foreign_key_check integrity_check quick_check collation_list compile_options database_list
            function_list module_list pragma_list data_version freelist_count page_count"""));

    /** Pragmas that read without an argument and set with one. */
    private static final Set<String> TELLING_WITHOUT_ARGUMENT = Set.of(Words.of("""
            application_id analysis_limit auto_vacuum automatic_index busy_timeout cache_size cache_spill
            cell_size_check checkpoint_fullfsync defer_foreign_keys encoding foreign_keys fullfsync
            hard_heap_limit ignore_check_constraints journal_mode journal_size_limit legacy_alter_table
            locking_mode max_page_count mmap_size page_size query_only read_uncommitted recursive_triggers
            reverse_unordered_selects schema_version secure_delete soft_heap_limit synchronous temp_store
            threads trusted_schema user_version wal_autocheckpoint"""));

    private static final KeyWords BEFORE_NAME = KeyWords.of(
            "TABLE", "IF", "NOT", "EXISTS", "VIEW", "INDEX", "UNIQUE", "TRIGGER", "TEMP", "TEMPORARY", "VIRTUAL");

    /** What EXPLAIN only shows, because SQLite does it when it is run; others it does when they are prepared. */
    private static final KeyWords SHOWN = KeyWords.of(Words.of("""
            SELECT VALUES WITH INSERT REPLACE UPDATE DELETE CREATE ALTER DROP REINDEX ANALYZE BEGIN COMMIT
            END ROLLBACK SAVEPOINT RELEASE"""));

    private final Lexemes lexemes;
    private final DataStatements data;
    private final SystemCatalog system;

    SqliteClassifier(Lexemes lexemes) {
        this.lexemes = lexemes;
        this.data = new DataStatements(lexemes, Engine.SQLITE);
        this.system = new SystemCatalog(lexemes, Engine.SQLITE);
    }

    /** Whether a pragma without an argument only reads. */
    static boolean tells(String pragma) {
        return TELLING.contains(pragma) || TELLING_WITHOUT_ARGUMENT.contains(pragma);
    }

    Verdict classify() {
        return judge(0, lexemes.size());
    }

    private Verdict judge(int at, int end) {
        if (lexemes.is(at, ".")) {
            return Verdict.of(StatementLevel.REFUSED, "dot_command", "." + lexemes.text(at + 1));
        }
        if (data.beginsAt(at)) {
            return data.judge(at, end);
        }
        String verb = lexemes.word(at);
        return switch (verb) {
            case "EXPLAIN" -> explain(at, end);
            case "PRAGMA" -> pragma(at);
            case "BEGIN", "COMMIT", "END", "ROLLBACK" -> transaction(verb);
            case "SAVEPOINT", "RELEASE" -> Verdict.of(StatementLevel.SESSION, "session", verb);
            // It makes tables for what it finds (SQLite, "The ANALYZE Command").
            case "ANALYZE" -> Verdict.of(StatementLevel.WRITE, "analyze", verb);
            case "CREATE" -> system.judge(create(end), nameAt(1), nameAt(1) + 1);
            case "ALTER" -> system.judge(alter(end), nameAt(1), nameAt(1) + 1);
            case "DROP" ->
                system.judge(
                        Verdict.of(StatementLevel.DESTRUCTIVE, "drop", verb).on(name(1)), nameAt(1), nameAt(1) + 1);
            case "ATTACH", "DETACH" -> Verdict.of(StatementLevel.REFUSED, "attach", verb);
            case "VACUUM" -> vacuum(at, end);
            case "REINDEX" -> Verdict.of(StatementLevel.GUARDED, "reindex", verb);
            default -> Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", verb.isEmpty() ? "?" : verb);
        };
    }

    private Verdict explain(int at, int end) {
        int inner = lexemes.is(at + 1, "QUERY") && lexemes.is(at + 2, "PLAN") ? at + 3 : at + 1;
        if (lexemes.isOneOf(inner, SHOWN)) {
            return Verdict.of(StatementLevel.READ, "explain", "EXPLAIN");
        }
        return lexemes.is(inner, "EXPLAIN")
                ? Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", "EXPLAIN")
                : judge(inner, end).as("EXPLAIN");
    }

    private Verdict transaction(String verb) {
        Verdict session = Verdict.of(StatementLevel.SESSION, "transaction", verb);
        boolean toSavepoint = lexemes.find(0, lexemes.size(), "TO") < lexemes.size();
        return toSavepoint ? session : session.transactional();
    }

    private Verdict pragma(int at) {
        int name = lexemes.is(at + 2, ".") ? at + 3 : at + 1;
        String plain = lexemes.isIdentifier(name) ? lexemes.plainName(name) : null;
        String pragma = plain == null ? "" : plain;
        boolean argument = lexemes.size() > name + 1;
        if (argument ? TELLING.contains(pragma) : tells(pragma)) {
            return Verdict.of(StatementLevel.READ, "reading_pragma", "PRAGMA").on(pragma);
        }
        return Verdict.of(StatementLevel.GUARDED, "writing_pragma", "PRAGMA")
                .on(pragma)
                .alone();
    }

    private Verdict create(int end) {
        Verdict ddl = Verdict.of(StatementLevel.DDL, "create", "CREATE").on(name(1));
        if (lexemes.find(0, end, "TRIGGER") < end) {
            return ddl;
        }
        Verdict called = FunctionCalls.gravest(lexemes, 0, end, Engine.SQLITE, "CREATE");
        return called == null ? ddl : ddl.combinedWith(called);
    }

    private Verdict alter(int end) {
        boolean drops = lexemes.find(0, end, "DROP") < end;
        return Verdict.of(
                        drops ? StatementLevel.DESTRUCTIVE : StatementLevel.DDL,
                        drops ? "alter_drop" : "alter",
                        "ALTER")
                .on(name(1));
    }

    private Verdict vacuum(int at, int end) {
        int into = lexemes.find(at, end, "INTO");
        if (into == end) {
            return Verdict.of(StatementLevel.GUARDED, "vacuum", "VACUUM").alone();
        }
        boolean plain = into + 2 == end && lexemes.kind(into + 1) == TokenKind.STRING;
        return Verdict.of(StatementLevel.GUARDED, "vacuum_into", "VACUUM")
                .on(plain ? lexemes.text(into + 1) : null)
                .alone()
                .administrative();
    }

    private @Nullable String name(int at) {
        return lexemes.name(nameAt(at));
    }

    private int nameAt(int at) {
        int i = at;
        while (lexemes.isOneOf(i, BEFORE_NAME)) {
            i++;
        }
        return i;
    }
}
