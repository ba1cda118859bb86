package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells by its name what belongs to the database itself. */
final class SystemCatalog {

    private static final Set<String> SQLITE_TABLES =
            Set.of("sqlite_schema", "sqlite_master", "sqlite_temp_schema", "sqlite_temp_master");

    private final Lexemes lexemes;
    private final Engine engine;

    SystemCatalog(Lexemes lexemes, Engine engine) {
        this.lexemes = lexemes;
        this.engine = engine;
    }

    /** The verdict, grave enough for a change of it when one of the names between two positions is the database's. */
    Verdict judge(Verdict verdict, int from, int to) {
        for (int i = from; i < Math.min(to, lexemes.size()); i++) {
            if (!lexemes.is(i - 1, ".") && holds(i)) {
                return change(verdict, i);
            }
        }
        return verdict;
    }

    private Verdict change(Verdict verdict, int at) {
        Verdict change = Verdict.of(StatementLevel.GUARDED, "system_catalog", verdict.command())
                .on(lexemes.name(at))
                .administrative();
        return change.combinedWith(verdict).by("system_catalog");
    }

    /** Whether the name at a position is the database's; an unknown one may be. */
    boolean holds(int at) {
        if (engine == Engine.SQLITE) {
            int last = lexemes.is(at + 1, ".") ? at + 2 : at;
            boolean name = lexemes.isIdentifier(last) || lexemes.kind(last) == TokenKind.STRING;
            String table = name ? lexemes.plainName(last) : "";
            return table == null || SQLITE_TABLES.contains(table);
        }
        if (!lexemes.isIdentifier(at)) {
            return false;
        }
        int last = lexemes.lastPart(at);
        if (last == at) {
            return isSystem(lexemes.plainName(at), true);
        }
        for (int i = at; i < last; i += 2) {
            if (isSystem(lexemes.plainName(i), false)) {
                return true;
            }
        }
        return lexemes.plainName(last) == null;
    }

    private static boolean isSystem(@Nullable String name, boolean alone) {
        return name == null
                || name.equals("pg_catalog")
                || name.equals("information_schema")
                || name.startsWith("pg_toast")
                || (alone && name.startsWith("pg_"));
    }
}
