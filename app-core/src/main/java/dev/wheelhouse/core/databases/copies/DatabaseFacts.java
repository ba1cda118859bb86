package dev.wheelhouse.core.databases.copies;

import org.jspecify.annotations.Nullable;

/**
 * What is to be known of a PostgreSQL database so that it can be dumped, and another one be made that is like it.
 *
 * @param serverVersion such as {@code 15.20 (Debian 15.20-0+deb12u1)}
 * @param majorVersion such as 15
 * @param bytes on its server ({@code pg_database_size})
 * @param encoding such as {@code UTF8}
 * @param provider of its locale, {@code c}, {@code i} or {@code b}; null before PostgreSQL 15, which has one
 * @param locale of that provider; null where it has none
 */
public record DatabaseFacts(
        String serverVersion,
        int majorVersion,
        long bytes,
        String encoding,
        String collate,
        String ctype,
        @Nullable String provider,
        @Nullable String locale) {

    /**
     * The statement that makes an empty database of that kind (PostgreSQL manual, "CREATE DATABASE").
     *
     * @param name quoted already
     */
    public String creation(String name) {
        String statement = "CREATE DATABASE " + name + " TEMPLATE template0 ENCODING " + literal(encoding)
                + " LC_COLLATE " + literal(collate) + " LC_CTYPE " + literal(ctype);
        if (provider == null || locale == null) {
            return statement;
        }
        return switch (provider) {
            case "i" -> statement + " LOCALE_PROVIDER icu ICU_LOCALE " + literal(locale);
            case "b" -> statement + " LOCALE_PROVIDER builtin BUILTIN_LOCALE " + literal(locale);
            default -> statement;
        };
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
