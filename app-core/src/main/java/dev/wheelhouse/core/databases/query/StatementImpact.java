package dev.wheelhouse.core.databases.query;

import org.jspecify.annotations.Nullable;

/**
 * What one statement that needs confirmation would do.
 *
 * @param index 0-based among the statements submitted
 * @param command its verb, upper case
 * @param rule why it needs confirmation
 * @param object what it works on, as written; null when it names nothing
 * @param estimatedRows the database's estimate; null when it has none
 */
public record StatementImpact(
        int index,
        String command,
        String rule,
        @Nullable String object,
        @Nullable Long estimatedRows) {}
