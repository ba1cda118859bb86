package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pasted address says about a database: a JDBC URL, a {@code postgresql://} URI, the keyword text of libpq
 * (PostgreSQL manual, section 34.1.1) or a {@code jdbc:sqlite:} URL. Reads no file and asks nobody.
 *
 * @param password for the vault; in no text of this class
 * @param readOnly whether the address itself asks for that
 * @param ignored names of options that no form field stands for, in order
 */
public record ConnectionUrl(
        Engine engine,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String database,
        @Nullable String user,
        @Nullable String password,
        @Nullable SslMode ssl,
        @Nullable String path,
        boolean readOnly,
        List<String> ignored) {

    public ConnectionUrl {
        ignored = List.copyOf(ignored);
    }

    /** Whether a text looks like an address at all, so that a paste of it should fill the form. */
    public static boolean isLikely(String text) {
        return ConnectionUrlParser.isLikely(text);
    }

    /**
     * Reads an address. Quotes round it and a {@code NAME=} before it are taken off, as in files of environment
     * variables.
     *
     * @throws AppException {@code validation_failed} at {@code url}, with a sentence that holds nothing of the text
     */
    public static ConnectionUrl parse(String text) {
        return new ConnectionUrlParser().parse(text);
    }

    /** A draft of it, still unchecked. */
    public ConnectionDraft draft(String name, Environment environment) {
        return new ConnectionDraft(
                name, engine, host, port, database, user, path, null, null, environment, null, readOnly, ssl, null);
    }

    @Override
    public String toString() {
        return "ConnectionUrl[" + engine.wireName() + "]";
    }
}
