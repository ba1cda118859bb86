package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.sql.Words;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.PGProperty;
import org.sqlite.SQLiteConfig;

/** The options that drivers and libpq know; anything else in an address may be a mistake that is not to be shown. */
final class KnownOptions {

    // PostgreSQL manual, 32.1.2 "Parameter Key Words"; SQLite documentation, "Uniform Resource Identifiers".
    private static final Set<String> OF_LIBRARIES = Set.of(Words.of("""
            host hostaddr port dbname user password passfile require_auth channel_binding connect_timeout
            client_encoding options application_name fallback_application_name keepalives keepalives_idle
            keepalives_interval keepalives_count tcp_user_timeout replication gssencmode sslmode
            requiressl sslnegotiation sslcompression sslcert sslkey sslpassword sslcertmode sslrootcert
            sslcrl sslcrldir sslsni requirepeer ssl_min_protocol_version ssl_max_protocol_version
            krbsrvname gsslib gssdelegation service target_session_attrs load_balance_hosts pgbouncer
            schema currentschema cache immutable mode modeof nolock psow vfs"""));

    private static final Set<String> NAMES = Stream.concat(
                    OF_LIBRARIES.stream(),
                    Stream.concat(
                                    Arrays.stream(PGProperty.values()).map(PGProperty::getName),
                                    Arrays.stream(SQLiteConfig.Pragma.values()).map(SQLiteConfig.Pragma::getPragmaName))
                            .map(name -> name.toLowerCase(Locale.ROOT)))
            .collect(Collectors.toUnmodifiableSet());

    private KnownOptions() {}

    /** @param name in lower case */
    static boolean has(String name) {
        return NAMES.contains(name);
    }
}
