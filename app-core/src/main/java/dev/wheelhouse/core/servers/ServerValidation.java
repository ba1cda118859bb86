package dev.wheelhouse.core.servers;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks a draft field by field and turns it into an address. */
final class ServerValidation {

    /** What the edge resolves to the own machine; a server of that name could never be distinguished from it. */
    static final String OWN_ALIAS = "local";

    // A host name, an IPv4 or an IPv6 address.
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9._:%-]{0,254})|::[A-Za-z0-9:.%]*");
    private static final Pattern USER = Pattern.compile("[^\\p{Cntrl}\\s:/]{1,100}");
    private static final int DEFAULT_PORT = 22;

    private final Problems problems = new Problems();

    private ServerValidation() {}

    /**
     * The address that a draft describes.
     *
     * @throws AppException {@code validation_failed} with every field at fault
     */
    static ServerAddress check(ServerDraft draft) {
        return new ServerValidation().checked(draft);
    }

    private ServerAddress checked(ServerDraft draft) {
        problems.checkName(draft.name());
        ServerAddress address = switch (draft.kind()) {
            case LOCAL -> own(draft);
            case SSH -> ssh(draft);
        };
        problems.throwIfAny();
        return address;
    }

    private ServerAddress own(ServerDraft draft) {
        refuse("host", draft.host());
        refuse("port", draft.port());
        refuse("user", draft.user());
        refuse("auth", draft.auth());
        return new ServerAddress.OwnMachine();
    }

    private ServerAddress ssh(ServerDraft draft) {
        if (draft.name().equals(OWN_ALIAS)) {
            problems.add("name", "The name local stands for the console's own machine. Choose another.");
        }
        String host = draft.host() == null ? "" : draft.host().strip();
        if (!HOST.matcher(host).matches()) {
            problems.add("host", "Give a host name or an address, without scheme, user or port.");
        }
        int port = draft.port() == null ? DEFAULT_PORT : draft.port();
        if (port < 1 || port > 65535) {
            problems.add("port", "Use a port from 1 to 65535.");
        }
        String user = draft.user() == null ? "" : draft.user();
        if (!USER.matcher(user).matches()) {
            problems.add("user", "Give the user to log in as.");
        }
        ServerDraft.Auth auth = draft.auth();
        if (auth == null) {
            problems.add("auth", "Say how to log in: with a key, a password or the agent.");
        }
        return new ServerAddress.Ssh(host, port, user, auth == null ? ServerAuthType.AGENT : auth.type());
    }

    private void refuse(String field, @Nullable Object value) {
        if (value != null) {
            problems.add(field, "The console's own machine has none.");
        }
    }
}
