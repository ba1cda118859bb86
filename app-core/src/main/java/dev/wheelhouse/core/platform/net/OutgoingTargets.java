package dev.wheelhouse.core.platform.net;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where requests may go that the console makes on a caller's behalf: to public addresses, and to those private ones that
 * the owner named in the settings. Without this anybody who may name an address could reach what only this machine can.
 * Thread-safe.
 */
public final class OutgoingTargets {

    private static final int LONGEST = 2000;

    private final Supplier<? extends Collection<String>> allowed;

    /** @param privateHosts names or addresses that may be private, asked for at every request */
    OutgoingTargets(Supplier<? extends Collection<String>> privateHosts) {
        this.allowed = privateHosts;
    }

    /**
     * An address in ASCII and with its host in one form, checked for form alone.
     *
     * @param path of the field, for the message
     * @throws AppException {@code validation_failed} when it is no http(s) address, or carries a user, a query or a
     *     fragment
     */
    public static URI parse(String path, String text) {
        URI uri = parseWithQuery(path, text);
        if (uri.getRawQuery() != null) {
            throw AppException.invalid(path, "Leave out the query.");
        }
        return uri;
    }

    /** As {@link #parse}, with a query where there is one. */
    public static URI parseWithQuery(String path, String text) {
        if (text.length() > LONGEST) {
            throw AppException.invalid(path, "Give at most " + LONGEST + " characters.");
        }
        try {
            URI uri = new URI(text.strip());
            Endpoint endpoint = Endpoint.of(path, uri);
            if (uri.getRawFragment() != null) {
                throw AppException.invalid(path, "Leave out the fragment.");
            }
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            return new URI(new URI(endpoint.origin() + uri.getRawPath() + query).toASCIIString());
        } catch (URISyntaxException _) {
            throw Endpoint.noAddress(path);
        }
    }

    /**
     * The addresses to connect to: all that a name resolves to now.
     *
     * @throws AppException {@code validation_failed} on the field when one of them is private and the settings do not
     *     name the host; {@link FieldProblem#privateHost} says what to name
     * @throws UnknownHostException when the name does not resolve
     */
    List<InetAddress> addresses(String path, UrlHost host, AddressResolver resolver) throws IOException {
        boolean isAllowed = isAllowed(host);
        if (!isAllowed && host.isLocalName()) {
            throw refusal(path, host);
        }
        InetAddress literal = host.literal();
        List<InetAddress> found = literal == null ? resolver.resolve(host.text()) : List.of(literal);
        if (found.isEmpty()) {
            throw new UnknownHostException(host.text());
        }
        if (!isAllowed && found.stream().anyMatch(SpecialAddresses::contains)) {
            throw refusal(path, host);
        }
        return found;
    }

    /**
     * Refuses an address that says by itself that it is private, unless it is named: before anything is sent there. What a
     * name leads to is judged when something is.
     *
     * @param privateHosts names or addresses that may be private
     * @throws AppException {@code validation_failed} on the field; {@link FieldProblem#privateHost} says what to name
     */
    public static void requireNamed(String path, URI uri, Collection<String> privateHosts) {
        UrlHost host = Endpoint.of(path, uri).host();
        InetAddress literal = host.literal();
        boolean isPrivate = literal == null ? host.isLocalName() : SpecialAddresses.contains(literal);
        if (isPrivate && !new OutgoingTargets(() -> privateHosts).isAllowed(host)) {
            throw refusal(path, host);
        }
    }

    /** Whether the settings name it as one that may be private. */
    boolean isAllowed(UrlHost host) {
        return allowed.get().stream()
                .flatMap(each -> UrlHost.read(each.strip()).stream())
                .anyMatch(each -> each.text().equals(host.text()));
    }

    private static AppException refusal(String path, UrlHost host) {
        String name = host.text();
        String message = name + " is a private address of this machine or its network. The owner can allow it: add \""
                + name + "\" to the private hosts in the settings.";
        return AppException.invalid(List.of(new FieldProblem(path, message, name)));
    }
}
