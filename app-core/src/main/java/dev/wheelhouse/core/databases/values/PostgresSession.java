package dev.wheelhouse.core.databases.values;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a connection to PostgreSQL must be set for its values to read the same every time. Values whose text depends on
 * a setting (PostgreSQL, chapter 19.11) would otherwise change with the server's configuration or a user's SET.
 */
public final class PostgresSession {

    /**
     * Properties for the driver. With binary transfer the sixth execution of a prepared statement would return other
     * text than the first five ({@code 1} becomes {@code 1.0}). For point and box (OIDs 600 and 603) the driver turns
     * it on again by itself, unless they are named.
     */
    public static final Map<String, String> DRIVER_PROPERTIES =
            Map.of("binaryTransfer", "false", "binaryTransferDisable", "600,603");

    /** Settings by name, in the order they are set. */
    public static final Map<String, String> SETTINGS = settings();

    private PostgresSession() {}

    /**
     * One statement, without a result that matters, that sets all of {@link #SETTINGS}. To be run after connecting and
     * after every RESET ALL or DISCARD ALL, outside a transaction (a rollback would undo it).
     */
    public static String pinStatement() {
        return SETTINGS.entrySet().stream()
                .map(setting -> "set_config('" + setting.getKey() + "', '" + setting.getValue() + "', false)")
                .collect(Collectors.joining(", ", "SELECT ", ""));
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("TimeZone", "UTC");
        settings.put("DateStyle", "ISO");
        settings.put("IntervalStyle", "postgres");
        settings.put("bytea_output", "hex");
        settings.put("lc_monetary", "C");
        // The shortest text that reads back as the same float.
        settings.put("extra_float_digits", "1");
        settings.put("xmlbinary", "base64");
        settings.put("quote_all_identifiers", "off");
        // The classifier reads strings by the standard; the server must too.
        settings.put("standard_conforming_strings", "on");
        return Collections.unmodifiableMap(settings);
    }
}
