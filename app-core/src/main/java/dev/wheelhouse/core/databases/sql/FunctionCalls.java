package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Functions that do more than compute, found by name however it is written. A function that a user defined, or a view
 * that calls one, is not seen here; against those stands the second lock, the read-only transaction.
 */
final class FunctionCalls {

    /** They reach other sessions, the server's files, its replication or run text as SQL (manual, "System Administration Functions"). */
    private static final Set<String> ADMINISTRATIVE = Set.of(
            "pg_terminate_backend",
            "pg_cancel_backend",
            "pg_reload_conf",
            "pg_rotate_logfile",
            "pg_promote",
            "pg_switch_wal",
            "pg_create_restore_point",
            "pg_backup_start",
            "pg_backup_stop",
            "pg_start_backup",
            "pg_stop_backup",
            "pg_wal_replay_pause",
            "pg_wal_replay_resume",
            "pg_create_physical_replication_slot",
            "pg_create_logical_replication_slot",
            "pg_copy_physical_replication_slot",
            "pg_copy_logical_replication_slot",
            "pg_drop_replication_slot",
            "pg_replication_slot_advance",
            "pg_logical_slot_get_changes",
            "pg_logical_slot_get_binary_changes",
            "pg_logical_emit_message",
            "pg_sync_replication_slots",
            "pg_import_system_collations",
            "pg_log_backend_memory_contexts",
            "pg_stat_file",
            "pg_extension_config_dump",
            "pg_export_snapshot",
            "query_to_xml",
            "query_to_xmlschema",
            "query_to_xml_and_xmlschema",
            "cursor_to_xml",
            "ts_stat",
            "crosstab",
            "connectby",
            "gin_clean_pending_list",
            "brin_summarize_new_values",
            "brin_summarize_range",
            "brin_desummarize_range",
            "pg_truncate_visibility_map",
            "heap_force_kill",
            "heap_force_freeze",
            "plpgsql_call_handler");

    private static final List<String> ADMINISTRATIVE_PREFIXES = List.of(
            "lo_",
            "dblink",
            "pg_read_",
            "pg_ls_",
            "pg_file_",
            "pg_stat_reset",
            "pg_stat_statements_reset",
            "pg_replication_origin_",
            "pg_restore_",
            "pg_clear_");

    private static final Set<String> WRITING = Set.of("nextval", "setval", "pg_notify", "lastval_reset");

    private static final Set<String> SQLITE_ADMINISTRATIVE = Set.of(
            "load_extension",
            "writefile",
            "readfile",
            "edit",
            "fts3_tokenizer",
            "fsdir",
            "zipfile",
            "sqlar_uncompress");

    /** Settings that would lift a lock or change who the session is. */
    static final Set<String> GUARDED_SETTINGS = Set.of(
            "role",
            "session_authorization",
            "transaction_read_only",
            "default_transaction_read_only",
            "session_replication_role",
            // These change where a string ends, and with it what the next statement is.
            "standard_conforming_strings",
            "backslash_quote");

    private FunctionCalls() {}

    /** The gravest call between two positions; null when every one only computes. */
    static @Nullable Verdict gravest(Lexemes lexemes, int from, int to, Engine engine, String command) {
        Verdict gravest = null;
        for (int i = from; i < to; i++) {
            if (!lexemes.isIdentifier(i) || !lexemes.is(i + 1, "(")) {
                continue;
            }
            Verdict one = judge(lexemes, i, engine, command);
            if (one != null) {
                gravest = gravest == null ? one : gravest.combinedWith(one);
            }
        }
        return gravest;
    }

    private static @Nullable Verdict judge(Lexemes lexemes, int at, Engine engine, String command) {
        String name = lexemes.plainName(at);
        if (engine == Engine.SQLITE) {
            return SQLITE_ADMINISTRATIVE.contains(name) ? administrative(name, command) : null;
        }
        // An escaped name could be any function.
        boolean escaped = lexemes.text(at).regionMatches(true, 0, "U&\"", 0, 3) && name.indexOf('\\') >= 0;
        if (escaped || ADMINISTRATIVE.contains(name) || hasPrefix(name)) {
            return administrative(name, command);
        }
        if (WRITING.contains(name)) {
            return Verdict.of(StatementLevel.WRITE, "writing_function", command).on(name);
        }
        return name.equals("set_config") && setsGuarded(lexemes, at + 2)
                ? Verdict.of(StatementLevel.GUARDED, "guarded_setting", command).on(name)
                : null;
    }

    private static boolean hasPrefix(String name) {
        return ADMINISTRATIVE_PREFIXES.stream().anyMatch(name::startsWith);
    }

    /** A setting whose name is not a plain literal could be any. */
    private static boolean setsGuarded(Lexemes lexemes, int argument) {
        String literal = lexemes.text(argument);
        boolean plain = literal.startsWith("'") && lexemes.is(argument + 1, ",");
        return !plain
                || GUARDED_SETTINGS.contains(
                        literal.substring(1, Math.max(1, literal.length() - 1)).toLowerCase(Locale.ROOT));
    }

    private static Verdict administrative(String name, String command) {
        return Verdict.of(StatementLevel.GUARDED, "administrative_function", command)
                .on(name)
                .administrative();
    }
}
