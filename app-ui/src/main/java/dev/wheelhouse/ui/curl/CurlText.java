package dev.wheelhouse.ui.curl;

import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes calls as lines for a POSIX shell. The token is read from its file when the line runs, so that no copied line
 * holds a secret.
 */
public final class CurlText {

    private static final Pattern VARIABLE =
            Pattern.compile(CurlCommand.VARIABLE_BEGIN + "([A-Z][A-Z0-9_]*)" + CurlCommand.VARIABLE_END);

    private final Supplier<String> address;
    private final Path tokenFile;

    /**
     * @param address of the API as it is now, such as {@code http://127.0.0.1:7465}
     * @param tokenFile the file of the local token
     */
    public CurlText(Supplier<String> address, Path tokenFile) {
        this.address = address;
        this.tokenFile = tokenFile;
    }

    /** The whole command; runs as it is in sh, bash and zsh. */
    public String of(CurlCommand command) {
        StringBuilder line = new StringBuilder("curl -sS");
        if (!command.method().equals("GET") && !(command.method().equals("POST") && command.body() != null)) {
            line.append(" -X ").append(command.method());
        }
        line.append(" -H \"Authorization: Bearer $(cat ")
                .append(quoted(tokenFile.toString()))
                .append(")\"");
        if (command.body() != null) {
            line.append(" -H 'Content-Type: application/json'");
        }
        line.append(' ').append(quoted(address.get() + "/api/v1" + command.target()));
        if (command.body() != null) {
            // Not -d: it reads a file when the text begins with @.
            line.append(" --data-raw ").append(withVariables(quoted(command.body())));
        }
        return line.toString();
    }

    /**
     * Puts the variables of a body outside its quotes, escaped as the inside of a JSON string. One that is not set is asked
     * for at the terminal, without showing what is typed.
     */
    private static String withVariables(String quoted) {
        return VARIABLE.matcher(quoted).replaceAll(match -> Matcher.quoteReplacement(read(match.group(1))));
    }

    private static String read(String variable) {
        return "'\"$( [ -n \"$" + variable + "\" ] || { printf '" + variable
                + ": ' >&2; stty -echo </dev/tty; IFS= read -r " + variable
                + " </dev/tty; stty echo </dev/tty; echo >&2; }; printf %s \"$" + variable
                + "\" | sed 's/[\\\\\"]/\\\\&/g' )\"'";
    }

    /** As one word of the shell, whatever it holds but NUL, which no argument can. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
