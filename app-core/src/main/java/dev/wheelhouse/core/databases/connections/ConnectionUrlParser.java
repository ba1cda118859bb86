package dev.wheelhouse.core.databases.connections;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes addresses apart; see {@link ConnectionUrl}. For one text. */
final class ConnectionUrlParser {

    private static final int LONGEST = 8_000;
    private static final int DEFAULT_PORT = 5432;
    private static final String ESCAPE_PASSWORD =
            "If the password holds / ? # or :, write it with percent escapes, or leave it out and fill it in below.";
    private static final Pattern ASSIGNMENT = Pattern.compile("^(?:export\\s+)?[A-Z][A-Z0-9_]*\\s*=\\s*");
    private static final Pattern KEYWORDS =
            Pattern.compile("(?s)^\\s*[a-z_]+\\s*=.*\\b(?:host|hostaddr|dbname|user|service)\\s*=.*"
                    + "|^\\s*(?:host|hostaddr|dbname)\\s*=.*");
    private static final Pattern URI =
            Pattern.compile("(?is)^(?:jdbc:)?(?:postgresql|postgres|pgsql|sqlite3?|file):.*");

    private final Map<String, String> options = new LinkedHashMap<>();
    private final Set<String> ignored = new LinkedHashSet<>();

    private @Nullable String host;
    private @Nullable Integer port;
    private @Nullable String database;
    private @Nullable String user;
    private @Nullable String password;

    static boolean isLikely(String text) {
        if (text.length() > LONGEST) {
            return false;
        }
        String bare = bare(text);
        return URI.matcher(bare).matches() || KEYWORDS.matcher(bare).matches();
    }

    ConnectionUrl parse(String text) {
        if (text.length() > LONGEST) {
            throw refused("This is too long for the address of a database.");
        }
        String bare = bare(text);
        if (bare.indexOf('\0') >= 0) {
            throw refused("Remove the NUL character.");
        }
        String lower = bare.toLowerCase(Locale.ROOT);
        String address = lower.startsWith("jdbc:") ? bare.substring("jdbc:".length()) : bare;
        if (lower.matches("(?s)(?:jdbc:)?sqlite3?:.*")) {
            return sqlite(address.substring(address.indexOf(':') + 1));
        }
        if (lower.startsWith("file:")) {
            return sqlite(bare);
        }
        if (lower.matches("(?s)(?:jdbc:)?(?:postgresql|postgres|pgsql):.*")) {
            return uri(address.substring(address.indexOf(':') + 1));
        }
        if (KEYWORDS.matcher(bare).matches()) {
            keywords(bare);
            return postgres();
        }
        throw refused("Paste an address such as postgresql://user@host:5432/database or jdbc:sqlite:/path/to/file.db.");
    }

    private static String bare(String text) {
        String bare = text.strip();
        bare = ASSIGNMENT.matcher(bare).replaceFirst("");
        if (bare.endsWith(";")) {
            bare = bare.substring(0, bare.length() - 1).strip();
        }
        char first = bare.isEmpty() ? ' ' : bare.charAt(0);
        boolean quoted = bare.length() >= 2 && (first == '"' || first == '\'') && bare.endsWith(String.valueOf(first));
        return quoted ? bare.substring(1, bare.length() - 1).strip() : bare;
    }

    private ConnectionUrl sqlite(String rest) {
        int question = rest.indexOf('?');
        String path = question < 0 ? rest : rest.substring(0, question);
        if (question >= 0) {
            query(rest.substring(question + 1));
        }
        if (path.regionMatches(true, 0, "file:", 0, 5)) {
            path = decoded(path.substring(5));
        }
        if (path.startsWith("///")) {
            path = path.substring(2);
        } else if (path.startsWith("//localhost/")) {
            path = path.substring("//localhost".length());
        }
        if (path.matches("/[A-Za-z]:([/\\\\].*)?")) {
            // file:///C:/shop.db: the third slash is of the address, the drive begins behind it.
            path = path.substring(1);
        }
        String mode = option("mode");
        if (path.isEmpty() || path.startsWith(":memory:") || path.startsWith(":resource:") || "memory".equals(mode)) {
            throw refused("Only a SQLite database in a file of this machine can be worked. Give its path.");
        }
        boolean readOnly = "ro".equals(mode) || "true".equals(option("immutable")) || "1".equals(option("open_mode"));
        ignoreTheRest();
        return new ConnectionUrl(
                Engine.SQLITE, null, null, null, null, null, null, path, readOnly, List.copyOf(ignored));
    }

    /** {@code //authority/database?options}, or the short {@code database?options} of JDBC. */
    private ConnectionUrl uri(String rest) {
        int question = rest.indexOf('?');
        String address = question < 0 ? rest : rest.substring(0, question);
        if (address.startsWith("//")) {
            int slash = address.indexOf('/', 2);
            authority(slash < 0 ? address.substring(2) : address.substring(2, slash));
            String beforePath = slash < 0 ? address : address.substring(0, slash);
            address = slash < 0 ? "" : address.substring(slash);
            if (!beforePath.contains("@") && address.contains("@")) {
                // What looks like the path is the rest of a password.
                throw refused(ESCAPE_PASSWORD);
            }
        }
        String name = decoded(address.startsWith("/") ? address.substring(1) : address);
        if (!name.isEmpty()) {
            database = name;
        }
        if (question >= 0) {
            query(rest.substring(question + 1));
        }
        return postgres();
    }

    private void authority(String authority) {
        // A password that was not escaped may hold an '@': the host begins behind the last one.
        int at = authority.lastIndexOf('@');
        if (at >= 0) {
            String login = authority.substring(0, at);
            int colon = login.indexOf(':');
            user = blankToNull(decoded(colon < 0 ? login : login.substring(0, colon)));
            password = colon < 0 ? null : decoded(login.substring(colon + 1));
        }
        hosts(authority.substring(at + 1));
    }

    private void hosts(String hosts) {
        int comma = hosts.indexOf(',');
        if (comma >= 0) {
            ignored.add("further hosts");
        }
        String first = comma < 0 ? hosts : hosts.substring(0, comma);
        int bracket = first.indexOf(']');
        if (first.startsWith("[") && bracket < 0) {
            throw refused("The IPv6 address lacks its closing bracket.");
        }
        int colon = first.startsWith("[") ? first.indexOf(':', bracket) : first.indexOf(':');
        String name = colon < 0 ? first : first.substring(0, colon);
        if (colon >= 0 && colon + 1 < first.length()) {
            port(first.substring(colon + 1));
        }
        String decoded = decoded(name.startsWith("[") ? name.substring(1, name.length() - 1) : name);
        if (!decoded.isEmpty()) {
            host(decoded);
        }
    }

    private void host(String name) {
        if (name.startsWith("/") || name.startsWith("@")) {
            throw refused("Unix sockets cannot be used. Give the server's host name; localhost for this machine.");
        }
        host = name;
    }

    private void port(String text) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= 1 && number <= 65535) {
                port = number;
                return;
            }
        } catch (NumberFormatException _) {
            // Told below, like a number out of range. The text may be a piece of a password.
        }
        throw refused("The port is not a number from 1 to 65535. " + ESCAPE_PASSWORD);
    }

    private void query(String query) {
        for (String pair : query.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            options.put(name.toLowerCase(Locale.ROOT), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
    }

    /** {@code name = value} pairs; a value with blanks stands in single quotes, a backslash takes the next as it is. */
    private void keywords(String text) {
        int at = 0;
        while (at < text.length()) {
            int equals = text.indexOf('=', at);
            if (equals < 0) {
                if (!text.substring(at).isBlank()) {
                    throw refused("Every keyword needs = and a value, as in host=localhost dbname=shop.");
                }
                return;
            }
            String name = text.substring(at, equals).strip();
            if (name.isEmpty() || name.matches("(?s).*\\s.*")) {
                throw refused("Every keyword needs = and a value, as in host=localhost dbname=shop.");
            }
            StringBuilder value = new StringBuilder();
            at = value(text, equals + 1, value);
            options.put(name.toLowerCase(Locale.ROOT), value.toString());
        }
    }

    /** Reads one value from there on and returns where it ended. */
    private static int value(String text, int from, StringBuilder value) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        boolean quoted = at < text.length() && text.charAt(at) == '\'';
        if (quoted) {
            at++;
        }
        while (at < text.length()) {
            char c = text.charAt(at);
            if (quoted ? c == '\'' : Character.isWhitespace(c)) {
                return at + 1;
            }
            if (c == '\\' && at + 1 < text.length()) {
                at++;
                c = text.charAt(at);
            }
            value.append(c);
            at++;
        }
        if (quoted) {
            throw refused("A quoted value lacks its closing quote.");
        }
        return at;
    }

    private ConnectionUrl postgres() {
        String hostaddr = option("hostaddr");
        String named = option("host");
        if (!blank(named)) {
            hosts(String.valueOf(named));
        } else if (!blank(hostaddr)) {
            host = hostaddr;
        }
        String portText = option("port");
        if (!blank(portText)) {
            int comma = String.valueOf(portText).indexOf(',');
            port(comma < 0 ? String.valueOf(portText) : String.valueOf(portText).substring(0, comma));
        }
        String given = option("dbname");
        database = blank(given) ? database : given;
        given = option("user");
        user = blank(given) ? user : given;
        given = option("password");
        password = blank(given) ? password : given;
        SslMode ssl = ssl();
        ignoreTheRest();
        return new ConnectionUrl(
                Engine.POSTGRESQL,
                host == null ? "localhost" : host,
                port == null ? Integer.valueOf(DEFAULT_PORT) : port,
                // Both fall back to the user's name in libpq.
                database == null ? user : database,
                user,
                password,
                ssl,
                null,
                false,
                List.copyOf(ignored));
    }

    private @Nullable SslMode ssl() {
        String mode = option("sslmode");
        String flag = option("ssl");
        if (!blank(mode)) {
            return switch (String.valueOf(mode).toLowerCase(Locale.ROOT)) {
                case "disable" -> SslMode.DISABLE;
                case "allow", "prefer" -> SslMode.PREFER;
                case "require" -> SslMode.REQUIRE;
                case "verify-ca" -> SslMode.VERIFY_CA;
                case "verify-full" -> SslMode.VERIFY_FULL;
                default -> throw refused("sslmode takes disable, prefer, require, verify-ca or verify-full.");
            };
        }
        if (flag == null || flag.equalsIgnoreCase("false")) {
            return null;
        }
        // The driver's own flag checks the certificate and the name.
        return SslMode.VERIFY_FULL;
    }

    private @Nullable String option(String name) {
        return options.remove(name);
    }

    private void ignoreTheRest() {
        // A name that nobody knows may be the rest of a password, and is not to be shown.
        options.keySet().forEach(name -> ignored.add(KnownOptions.has(name) ? name : "an unknown option"));
    }

    private static boolean blank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private static @Nullable String blankToNull(String text) {
        return text.isBlank() ? null : text;
    }

    /** Percent escapes of UTF-8; a '+' stays. */
    private static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
            if (bytes[i] == '%' && high >= 0 && low >= 0) {
                out.put((byte) (high * 16 + low));
                i += 2;
            } else {
                // An unescaped password may hold a '%' that stands for itself.
                out.put(bytes[i]);
            }
        }
        try {
            String result =
                    StandardCharsets.UTF_8.newDecoder().decode(out.flip()).toString();
            if (result.indexOf('\0') >= 0) {
                throw refused("Remove the NUL character.");
            }
            return result;
        } catch (CharacterCodingException _) {
            throw refused("The percent escapes are no UTF-8 text.");
        }
    }

    private static AppException refused(String message) {
        return AppException.invalid("url", message);
    }
}
