package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The guard's table for SQLite (documentation, "SQL As Understood By SQLite" and "PRAGMA Statements"). */
final class SqliteClassifier {

    /** Pragmas that only tell, whether they are given an argument or not. */
    private static final Set<String> TELLING = Set.of(
            "table_info",
            "table_xinfo",
            "table_list",
            "index_list",
            "index_info",
            "index_xinfo",
            "foreign_key_list",
            "foreign_key_check",
            "integrity_check",
            "quick_check",
            "collation_list",
            "compile_options",
            "database_list",
            "function_list",
            "module_list",
            "pragma_list",
            "data_version",
            "freelist_count",
            "page_count");

    /** Pragmas that tell without an argument and set with one. */
    private static final Set<String> TELLING_WITHOUT_ARGUMENT = Set.of(
            "application_id",
            "analysis_limit",
            "auto_vacuum",
            "automatic_index",
            "busy_timeout",
            "cache_size",
            "cache_spill",
            "cell_size_check",
            "checkpoint_fullfsync",
            "defer_foreign_keys",
            "encoding",
            "foreign_keys",
            "fullfsync",
            "hard_heap_limit",
            "ignore_check_constraints",
            "journal_mode",
            "journal_size_limit",
            "legacy_alter_table",
            "locking_mode",
            "max_page_count",
            "mmap_size",
            "page_size",
            "query_only",
            "read_uncommitted",
            "recursive_triggers",
            "reverse_unordered_selects",
            "schema_version",
            "secure_delete",
            "soft_heap_limit",
            "synchronous",
            "temp_store",
            "threads",
            "trusted_schema",
            "user_version",
            "wal_autocheckpoint");

    private static final Set<String> BEFORE_NAME = Set.of(
            "TABLE", "IF", "NOT", "EXISTS", "VIEW", "INDEX", "UNIQUE", "TRIGGER", "TEMP", "TEMPORARY", "VIRTUAL");

    private final Lexemes lexemes;
    private final DataStatements data;

    SqliteClassifier(Lexemes lexemes) {
        this.lexemes = lexemes;
        this.data = new DataStatements(lexemes, Engine.SQLITE);
    }

    Verdict classify() {
        int end = lexemes.size();
        if (lexemes.is(0, ".")) {
            return Verdict.of(StatementLevel.REFUSED, "dot_command", "." + lexemes.text(1));
        }
        if (data.beginsAt(0)) {
            return data.judge(0, end);
        }
        String verb = lexemes.word(0);
        return switch (verb) {
            // SQLite's EXPLAIN never runs what it explains.
            case "EXPLAIN" -> Verdict.of(StatementLevel.READ, "explain", verb);
            case "PRAGMA" -> pragma();
            case "BEGIN", "COMMIT", "END", "ROLLBACK" -> transaction(verb);
            case "SAVEPOINT", "RELEASE" -> Verdict.of(StatementLevel.SESSION, "session", verb);
            case "ANALYZE" ->
                Verdict.of(StatementLevel.SESSION, "session", verb).harmful();
            case "CREATE" -> create(end);
            case "ALTER" -> alter(end);
            case "DROP" -> Verdict.of(StatementLevel.DESTRUCTIVE, "drop", verb).on(name(1));
            case "ATTACH", "DETACH" -> Verdict.of(StatementLevel.REFUSED, "attach", verb);
            case "VACUUM" -> vacuum(end);
            case "REINDEX" -> Verdict.of(StatementLevel.GUARDED, "reindex", verb);
            default -> Verdict.of(StatementLevel.UNKNOWN, "unknown_statement", verb.isEmpty() ? "?" : verb);
        };
    }

    private Verdict transaction(String verb) {
        Verdict session = Verdict.of(StatementLevel.SESSION, "transaction", verb);
        boolean toSavepoint = lexemes.find(0, lexemes.size(), Set.of("TO")) < lexemes.size();
        return toSavepoint ? session : session.transactional();
    }

    private Verdict pragma() {
        int name = lexemes.is(2, ".") ? 3 : 1;
        String pragma = lexemes.isIdentifier(name) ? lexemes.plainName(name) : "";
        boolean argument = lexemes.size() > name + 1;
        boolean reads = TELLING.contains(pragma) || (!argument && TELLING_WITHOUT_ARGUMENT.contains(pragma));
        if (reads) {
            return Verdict.of(StatementLevel.READ, "reading_pragma", "PRAGMA").on(pragma);
        }
        return Verdict.of(StatementLevel.GUARDED, "writing_pragma", "PRAGMA")
                .on(pragma)
                .alone();
    }

    private Verdict create(int end) {
        Verdict ddl = Verdict.of(StatementLevel.DDL, "create", "CREATE").on(name(1));
        if (lexemes.find(0, end, Set.of("TRIGGER")) < end) {
            return ddl;
        }
        Verdict called = FunctionCalls.gravest(lexemes, 0, end, Engine.SQLITE, "CREATE");
        return called == null ? ddl : ddl.combinedWith(called);
    }

    private Verdict alter(int end) {
        boolean drops = lexemes.find(0, end, Set.of("DROP")) < end;
        return Verdict.of(
                        drops ? StatementLevel.DESTRUCTIVE : StatementLevel.DDL,
                        drops ? "alter_drop" : "alter",
                        "ALTER")
                .on(name(1));
    }

    private Verdict vacuum(int end) {
        int into = lexemes.find(0, end, Set.of("INTO"));
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
        int i = at;
        while (lexemes.isOneOf(i, BEFORE_NAME)) {
            i++;
        }
        return lexemes.name(i);
    }
}
