package dev.wheelhouse.core.databases.copies;

import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.platform.host.PortForward;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * How a program of PostgreSQL's own, such as {@code pg_dump}, logs in as a connection does. To close it closes the way.
 *
 * @param password null for none
 * @param tunnel the port that stands for the server's own; null to connect to that itself
 */
public record ProgramLogin(
        Target.Postgres target,
        @Nullable String password,
        @Nullable PortForward tunnel) implements AutoCloseable {

    /**
     * Where the program connects to, without the password (PostgreSQL manual, "Connection Strings").
     *
     * @param database of the server
     * @param passwordFile that the program reads, with {@link #passwordLine} in it
     * @param authoritiesFile with the certificates that prove the server, read where the connection asks for proof
     */
    public String connectionString(String database, String passwordFile, String authoritiesFile) {
        StringBuilder text = new StringBuilder();
        // With a tunnel too, the server's own name is what its certificate has to say.
        add(text, "host", target.host().replaceAll("^\\[|\\]$", ""));
        InetSocketAddress way = tunnel == null ? null : tunnel.address();
        InetAddress address = way == null ? null : way.getAddress();
        if (address != null) {
            add(text, "hostaddr", address.getHostAddress());
        }
        add(text, "port", Integer.toString(way == null ? target.port() : way.getPort()));
        add(text, "user", target.user());
        add(text, "dbname", database);
        add(text, "passfile", passwordFile);
        add(text, "sslmode", target.ssl().wireName());
        if (isProven()) {
            add(text, "sslrootcert", authoritiesFile);
        }
        add(text, "connect_timeout", "10");
        add(text, "application_name", "Wheelhouse");
        return text.toString();
    }

    private static void add(StringBuilder text, String key, String value) {
        text.append(text.isEmpty() ? "" : " ")
                .append(key)
                .append("='")
                .append(value.replace("\\", "\\\\").replace("'", "\\'"))
                .append('\'');
    }

    /** Whether the server has to prove by a certificate that it is the one. */
    public boolean isProven() {
        return target.ssl() == SslMode.VERIFY_CA || target.ssl() == SslMode.VERIFY_FULL;
    }

    /** The line of a password file (PostgreSQL manual, "The Password File"); empty for no password. */
    public String passwordLine() {
        return password == null || password.isEmpty()
                ? ""
                : "*:*:*:*:" + password.replace("\\", "\\\\").replace(":", "\\:") + "\n";
    }

    @Override
    public void close() {
        if (tunnel != null) {
            tunnel.close();
        }
    }

    @Override
    public String toString() {
        return "ProgramLogin[" + target.address() + "]";
    }
}
