package dev.wheelhouse.ui.servers;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An address as people paste it: {@code ssh://ada@web-1:2222}, {@code ada@web-1} or {@code ssh -p 2222 ada@web-1}.
 *
 * @param user null where it names none
 * @param port null where it names none
 */
record SshAddress(
        @Nullable String user, String host, @Nullable Integer port) {

    private static final int LARGEST_PORT = 65_535;
    private static final String USER = "(?:(?<user>[^@\\s/:]+)@)?";
    private static final String HOST = "(?<host>\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9_.-]+)";
    private static final Pattern URL =
            Pattern.compile("ssh://(?:(?<user>[^@\\s/:]+)(?::[^@\\s/]*)?@)?" + HOST + "(?::(?<port>\\d{1,5}))?/?");
    private static final Pattern COMMAND = Pattern.compile("ssh\\s+(?:-p\\s*(?<port>\\d{1,5})\\s+)?" + USER + HOST);
    private static final Pattern PLAIN = Pattern.compile("(?<user>[^@\\s/:]+)@" + HOST + "(?::(?<port>\\d{1,5}))?");

    /** Empty for what is no such address; a name alone is none, since it may be the name of anything. */
    static Optional<SshAddress> find(String text) {
        for (Pattern pattern : new Pattern[] {URL, COMMAND, PLAIN}) {
            Matcher matcher = pattern.matcher(text.strip());
            if (matcher.matches()) {
                return of(matcher);
            }
        }
        return Optional.empty();
    }

    private static Optional<SshAddress> of(Matcher matcher) {
        String port = matcher.group("port");
        Integer number = port == null ? null : Integer.valueOf(port);
        if (number != null && (number < 1 || number > LARGEST_PORT)) {
            return Optional.empty();
        }
        String host = matcher.group("host");
        boolean bracketed = host.startsWith("[");
        return Optional.of(
                new SshAddress(matcher.group("user"), bracketed ? host.substring(1, host.length() - 1) : host, number));
    }

    /** A server's name made of the host: its first label, in the letters that a name may have; empty for numbers. */
    String suggestedName() {
        if (host.contains(":") || host.matches("[0-9.]+")) {
            return "";
        }
        int dot = host.indexOf('.');
        return (dot < 0 ? host : host.substring(0, dot))
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9_.-]", "-")
                .replaceAll("^[^a-z0-9]+", "");
    }
}
