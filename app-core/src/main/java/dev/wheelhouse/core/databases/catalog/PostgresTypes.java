package dev.wheelhouse.core.databases.catalog;

/** Maps PostgreSQL's types (chapter 8) to the way their values are edited. */
final class PostgresTypes {

    private PostgresTypes() {}

    /**
     * @param name {@code pg_type.typname} of the base type, never of a domain
     * @param kind {@code pg_type.typtype}: b, c, e, r or m
     * @param array whether it is an array type
     */
    static UiType uiType(String name, String kind, boolean array) {
        if (array) {
            return UiType.ARRAY;
        }
        return switch (kind) {
            case "e" -> UiType.ENUM;
            case "r", "m", "c" -> UiType.TEXT;
            default -> ofBaseType(name);
        };
    }

    private static UiType ofBaseType(String name) {
        return switch (name) {
            case "bool" -> UiType.BOOLEAN;
            case "int2", "int4", "int8", "oid" -> UiType.INTEGER;
            case "float4", "float8", "numeric", "money" -> UiType.NUMBER;
            case "date" -> UiType.DATE;
            case "time", "timetz" -> UiType.TIME;
            case "timestamp", "timestamptz" -> UiType.DATETIME;
            case "interval" -> UiType.INTERVAL;
            case "uuid" -> UiType.UUID;
            case "json", "jsonb" -> UiType.JSON;
            case "bytea" -> UiType.BINARY;
            case "inet", "cidr", "macaddr", "macaddr8" -> UiType.NETWORK;
            case "point", "line", "lseg", "box", "path", "polygon", "circle" -> UiType.GEOMETRY;
            case "geometry", "geography", "box2d", "box3d" -> UiType.GEOMETRY;
            case "text", "xml", "tsvector" -> UiType.LONGTEXT;
            case "varchar", "bpchar", "char", "name", "citext", "bit", "varbit" -> UiType.TEXT;
            case "tsquery", "jsonpath", "hstore", "ltree", "lquery", "pg_lsn", "tid", "xid", "xid8" -> UiType.TEXT;
            case "int2vector", "oidvector" -> UiType.TEXT;
            default -> name.startsWith("reg") ? UiType.TEXT : UiType.UNKNOWN;
        };
    }
}
