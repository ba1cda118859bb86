package dev.wheelhouse.core.platform.settings;

import org.jspecify.annotations.Nullable;

/**
 * The server that takes the console's mail. Its password is in the vault.
 *
 * @param host name or address
 * @param port 1 to 65535
 * @param user null for a server that asks for no log-in
 * @param from the address that mail is sent from
 */
public record Smtp(
        String host,
        int port,
        SmtpSecurity security,
        @Nullable String user,
        String from) {

    /** Whether a password that was given for the other may be sent to this one. */
    boolean mayHavePasswordOf(Smtp other) {
        return host.equalsIgnoreCase(other.host)
                && port == other.port
                && user != null
                && user.equals(other.user)
                && (security == other.security || other.security == SmtpSecurity.NONE);
    }
}
