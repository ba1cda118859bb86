package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * SQL to run in an editor's session.
 *
 * @param sql one or several statements
 * @param confirm whether destructive statements were confirmed
 * @param parameters a JSON object for {@code :name}; null to leave the text untouched
 * @param from the first statement to run, 0-based: those before it ran already when one behind them had to be confirmed
 */
public record RunRequest(
        String sql, boolean confirm, @Nullable RawJson parameters, int from) {}
