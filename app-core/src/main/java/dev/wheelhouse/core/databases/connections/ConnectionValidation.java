package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.sessions.SqliteFile;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.home.Home;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks a draft field by field and turns it into a target. */
final class ConnectionValidation {

    private static final Pattern COLOR = Pattern.compile("#[0-9a-fA-F]{6}");
    // A host name, an IPv4 or an IPv6 address: nothing that could add a parameter to a connection URL.
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:\\[\\]%-]{1,255}");
    private static final int DEFAULT_PORT = 5432;
    private static final int LONGEST_NAME = 100;

    private final Home home;
    private final ConnectionDraft draft;
    private final List<FieldProblem> problems = new ArrayList<>();

    private ConnectionValidation(Home home, ConnectionDraft draft) {
        this.home = home;
        this.draft = draft;
    }

    /**
     * The target that a draft describes.
     *
     * @throws AppException {@code validation_failed} with every field at fault
     */
    static Target check(Home home, ConnectionDraft draft) {
        return new ConnectionValidation(home, draft).check();
    }

    private Target check() {
        if (draft.name().isBlank() || draft.name().length() > LONGEST_NAME) {
            problem("name", "Give a name of 1 to " + LONGEST_NAME + " characters.");
        }
        refuseNul("name", draft.name());
        if (draft.color() != null && !COLOR.matcher(draft.color()).matches()) {
            problem("color", "Write the colour as #rrggbb.");
        }
        Target target = switch (draft.engine()) {
            case POSTGRESQL -> postgres();
            case SQLITE -> sqlite();
        };
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
        return target;
    }

    private Target postgres() {
        refuse("path", draft.path(), "A PostgreSQL connection has no path.");
        refuse("create", draft.create(), "Only a SQLite file can be created.");
        String host = required("host", draft.host());
        if (!host.isEmpty() && !HOST.matcher(host).matches()) {
            problem("host", "Give a host name or an address, without scheme, port or path.");
        }
        int port = draft.port() == null ? DEFAULT_PORT : draft.port();
        if (port < 1 || port > 65535) {
            problem("port", "Use a port from 1 to 65535.");
        }
        String database = required("database", draft.database());
        String user = required("user", draft.user());
        SslMode ssl = draft.ssl() == null ? SslMode.PREFER : draft.ssl();
        checkCertificate(ssl, draft.sslRootCertificate());
        return new Target.Postgres(host, port, database, user, ssl, draft.sslRootCertificate());
    }

    private void checkCertificate(SslMode ssl, @Nullable String pem) {
        if (pem == null) {
            return;
        }
        if (ssl != SslMode.VERIFY_CA && ssl != SslMode.VERIFY_FULL) {
            problem("sslRootCertificate", "A certificate is only checked with ssl verify-ca or verify-full.");
            return;
        }
        try {
            var read = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
            if (read.isEmpty()) {
                problem("sslRootCertificate", "Paste the certificate as PEM text.");
            }
        } catch (CertificateException _) {
            problem("sslRootCertificate", "Paste the certificate as PEM text; this is not one.");
        }
    }

    private Target sqlite() {
        refuse(
                "serverId",
                draft.serverId(),
                "A SQLite file is opened in place, on the console's own machine. Only PostgreSQL goes through a"
                        + " server.");
        refuse("host", draft.host(), "A SQLite connection has no host.");
        refuse("port", draft.port(), "A SQLite connection has no port.");
        refuse("database", draft.database(), "A SQLite connection has a path instead.");
        refuse("user", draft.user(), "A SQLite connection has no user.");
        refuse("ssl", draft.ssl(), "A SQLite connection is not encrypted.");
        refuse("sslRootCertificate", draft.sslRootCertificate(), "A SQLite connection is not encrypted.");
        String text = required("path", draft.path());
        if (text.isEmpty()) {
            return new Target.Sqlite("");
        }
        String refused = SqliteFile.findProblem(home, text);
        if (refused != null) {
            problem("path", refused);
            return new Target.Sqlite("");
        }
        Path path = Path.of(text);
        checkFile(path);
        return new Target.Sqlite(path.normalize().toString());
    }

    private void checkFile(Path path) {
        boolean create = Boolean.TRUE.equals(draft.create());
        if (!Files.exists(path) && !create) {
            problem("path", "There is no such file. Check the path, or choose (create: true) that it is made.");
        } else if (!Files.exists(path) && (path.getParent() == null || !Files.isDirectory(path.getParent()))) {
            problem("path", "The directory of this file does not exist.");
        } else if (Files.exists(path) && !Files.isReadable(path)) {
            problem("path", "This file may not be read by the console.");
        }
    }

    private String required(String field, @Nullable String value) {
        if (value == null || value.isBlank()) {
            problem(field, "This is required for " + draft.engine().wireName() + ".");
            return "";
        }
        refuseNul(field, value);
        return value;
    }

    private void refuseNul(String field, String value) {
        if (value.indexOf('\0') >= 0) {
            problem(field, "Remove the NUL character.");
        }
    }

    private void refuse(String field, @Nullable Object value, String message) {
        if (value != null) {
            problem(field, message);
        }
    }

    private void problem(String field, String message) {
        problems.add(new FieldProblem(field, message));
    }
}
