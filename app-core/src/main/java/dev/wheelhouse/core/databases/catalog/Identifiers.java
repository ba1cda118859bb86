package dev.wheelhouse.core.databases.catalog;

/** How names are written into SQL; the same on PostgreSQL (chapter 4.1.1) and SQLite. */
public final class Identifiers {

    private Identifiers() {}

    /**
     * The name between double quotes, with those inside doubled, so that it stands for exactly itself.
     *
     * @throws IllegalArgumentException when the name holds a NUL character, which no engine can store
     */
    public static String quote(String name) {
        if (name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A name cannot hold a NUL character.");
        }
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Schema and name, both quoted, with a dot between. */
    public static String quote(String schema, String name) {
        return quote(schema) + "." + quote(name);
    }
}
