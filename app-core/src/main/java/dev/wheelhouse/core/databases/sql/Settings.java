package dev.wheelhouse.core.databases.sql;

import java.util.Locale;
import java.util.Set;

/** Settings of PostgreSQL that lift no lock and do not change what a text means, by their names. */
final class Settings {

    private static final Set<String> HARMLESS = Set.of(Words.of("""
            search_path statement_timeout lock_timeout transaction_timeout
            idle_in_transaction_session_timeout idle_session_timeout work_mem jit client_min_messages
            application_name plan_cache_mode timezone datestyle"""));

    private Settings() {}

    /** @param name without quotes, in any case */
    static boolean isHarmless(String name) {
        String plain = name.toLowerCase(Locale.ROOT);
        return HARMLESS.contains(plain) || plain.startsWith("enable_") || plain.startsWith("jit_");
    }
}
