package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Functions that do more than compute, found by name however it is written. A function that a user defined, or a view
 * that calls one, is not seen here; those are held by the second lock, the read-only transaction.
 */
final class FunctionCalls {

    /** They reach other sessions, the server's files, its replication or run text as SQL (manual, "System Administration Functions"). */
    private static final Set<String> ADMINISTRATIVE = Set.of(Words.of("""
            pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_promote
            pg_switch_wal pg_create_restore_point pg_backup_start pg_backup_stop pg_start_backup
            pg_stop_backup pg_wal_replay_pause pg_wal_replay_resume pg_create_physical_replication_slot
            pg_create_logical_replication_slot pg_copy_physical_replication_slot
            pg_copy_logical_replication_slot pg_drop_replication_slot pg_replication_slot_advance
            pg_logical_slot_get_changes pg_logical_slot_get_binary_changes pg_logical_emit_message
            pg_sync_replication_slots pg_import_system_collations pg_log_backend_memory_contexts
            pg_stat_file pg_extension_config_dump pg_export_snapshot query_to_xml query_to_xmlschema
            query_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema xpath_table ts_stat ts_rewrite
            connectby loread lowrite gin_clean_pending_list brin_summarize_new_values brin_summarize_range
            brin_desummarize_range pg_truncate_visibility_map heap_force_kill heap_force_freeze
            plpgsql_call_handler"""));

    private static final List<String> ADMINISTRATIVE_PREFIXES = List.of(Words.of("""
            lo_ dblink crosstab pg_buffercache_evict pg_read_ pg_ls_ pg_file_ pg_stat_reset
            pg_stat_statements_reset pg_replication_origin_ pg_restore_ pg_clear_"""));

    private static final Set<String> WRITING = Set.of("nextval", "setval", "pg_notify", "lastval_reset");

    /** A lock keeps others waiting, and no transaction that only reads refuses it. */
    private static final List<String> LOCKING_PREFIXES = List.of("pg_advisory_", "pg_try_advisory_");

    private static final Set<String> SQLITE_ADMINISTRATIVE = Set.of(
            "load_extension",
            "writefile",
            "readfile",
            "edit",
            "fts3_tokenizer",
            "fsdir",
            "zipfile",
            "sqlar_uncompress");

    /** Large objects by the functions of one argument, which attribute notation can call; others start like columns. */
    private static final Set<String> LARGE_OBJECTS =
            Set.of("lo_import", "lo_creat", "lo_create", "lo_close", "lo_tell", "lo_tell64", "lo_unlink", "lo_get");

    private FunctionCalls() {}

    /** The gravest call between two positions; null when every one only computes. */
    static @Nullable Verdict gravest(Lexemes lexemes, int from, int to, Engine engine, String command) {
        Verdict gravest = null;
        for (int i = from; i < to; i++) {
            Verdict one = engine == Engine.SQLITE ? judgeSqlite(lexemes, i, command) : judge(lexemes, i, command);
            if (one != null) {
                gravest = gravest == null ? one : gravest.combinedWith(one);
            }
        }
        return gravest;
    }

    private static @Nullable Verdict judge(Lexemes lexemes, int at, String command) {
        boolean called = lexemes.is(at + 1, "(");
        // (x).f and t.f call f(x) and f(t) where there is no such column.
        boolean attribute = !called && lexemes.is(at - 1, ".");
        if ((!called && !attribute) || !isName(lexemes, at)) {
            return null;
        }
        String name = name(lexemes, at);
        if (name == null) {
            // It could be any.
            return administrative(lexemes.text(at), command);
        }
        boolean prefixed = (attribute && name.startsWith("lo_"))
                ? LARGE_OBJECTS.contains(name)
                : hasPrefix(name, ADMINISTRATIVE_PREFIXES);
        if (prefixed || ADMINISTRATIVE.contains(name)) {
            return administrative(name, command);
        }
        if (WRITING.contains(name) || hasPrefix(name, LOCKING_PREFIXES)) {
            return Verdict.of(StatementLevel.WRITE, "writing_function", command).on(name);
        }
        return called && name.equals("set_config") && setsGuarded(lexemes, at + 2)
                ? Verdict.of(StatementLevel.GUARDED, "guarded_setting", command).on(name)
                : null;
    }

    /** The name at a position as the database folds it; null when it cannot be read. */
    static @Nullable String name(Lexemes lexemes, int at) {
        return lexemes.kind(at) == TokenKind.PARAMETER
                ? lexemes.text(at).substring(1).toLowerCase(Locale.ROOT)
                : lexemes.plainName(at);
    }

    /** A parameter is none, but a colon may also stand before a name, as in {@code JSON_OBJECT('a':f(1))}. */
    static boolean isName(Lexemes lexemes, int at) {
        return lexemes.isIdentifier(at)
                || (lexemes.kind(at) == TokenKind.PARAMETER && lexemes.text(at).startsWith(":"));
    }

    private static boolean hasPrefix(String name, List<String> prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** A setting whose name is not a plain literal could be any. */
    private static boolean setsGuarded(Lexemes lexemes, int argument) {
        String name = lexemes.plainText(argument);
        return name == null || !lexemes.is(argument + 1, ",") || !Settings.isHarmless(name);
    }

    /** SQLite takes a string for the name of a table, and a table may be a function or a pragma. */
    private static @Nullable Verdict judgeSqlite(Lexemes lexemes, int at, String command) {
        boolean string = lexemes.kind(at) == TokenKind.STRING;
        if (!string && !lexemes.isIdentifier(at)) {
            return null;
        }
        boolean called = lexemes.is(at + 1, "(");
        boolean pragma = lexemes.mayBegin(at, "PRAGMA_");
        if (!called && !pragma) {
            return null;
        }
        String name = lexemes.plainName(at);
        if (name != null && called && SQLITE_ADMINISTRATIVE.contains(name)) {
            return administrative(name, command);
        }
        boolean changes = name != null
                && name.startsWith("pragma_")
                && !SqliteClassifier.tells(name.substring("pragma_".length()));
        return changes
                ? Verdict.of(StatementLevel.GUARDED, "writing_pragma", command).on(name)
                : null;
    }

    private static Verdict administrative(String name, String command) {
        return Verdict.of(StatementLevel.GUARDED, "administrative_function", command)
                .on(name)
                .administrative();
    }
}
