package dev.wheelhouse.core.databases.catalog;

import java.util.List;
import java.util.Locale;

/**
 * Maps the name of a declared type to the way its values are edited. SQLite takes any name; these are the words people
 * write.
 */
final class SqliteTypes {

    private record Word(String part, UiType uiType) {}

    /** In order: the first word that the declared type holds decides, so the longer and rarer words come first. */
    private static final List<Word> WORDS = List.of(
            new Word("BOOL", UiType.BOOLEAN),
            new Word("JSON", UiType.JSON),
            new Word("UUID", UiType.UUID),
            new Word("GUID", UiType.UUID),
            new Word("INTERVAL", UiType.INTERVAL),
            new Word("DATETIME", UiType.DATETIME),
            new Word("TIMESTAMP", UiType.DATETIME),
            new Word("DATE", UiType.DATE),
            new Word("TIME", UiType.TIME),
            new Word("FLOATING POINT", UiType.NUMBER),
            new Word("POINT", UiType.GEOMETRY),
            new Word("LINESTRING", UiType.GEOMETRY),
            new Word("POLYGON", UiType.GEOMETRY),
            new Word("GEOMETRY", UiType.GEOMETRY),
            new Word("INET", UiType.NETWORK),
            new Word("CIDR", UiType.NETWORK),
            new Word("MACADDR", UiType.NETWORK),
            new Word("INT", UiType.INTEGER),
            new Word("SERIAL", UiType.INTEGER),
            new Word("CHAR", UiType.TEXT),
            new Word("CLOB", UiType.LONGTEXT),
            new Word("TEXT", UiType.LONGTEXT),
            new Word("XML", UiType.LONGTEXT),
            new Word("STRING", UiType.TEXT),
            new Word("BLOB", UiType.BINARY),
            new Word("BINARY", UiType.BINARY),
            new Word("BYTEA", UiType.BINARY),
            new Word("REAL", UiType.NUMBER),
            new Word("FLOA", UiType.NUMBER),
            new Word("DOUB", UiType.NUMBER),
            new Word("NUM", UiType.NUMBER),
            new Word("DEC", UiType.NUMBER),
            new Word("MONEY", UiType.NUMBER));

    private SqliteTypes() {}

    static UiType uiType(String declaredType) {
        String type = declaredType.toUpperCase(Locale.ROOT);
        return WORDS.stream()
                .filter(word -> type.contains(word.part()))
                .findFirst()
                .map(Word::uiType)
                .orElse(UiType.UNKNOWN);
    }
}
