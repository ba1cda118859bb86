package dev.wheelhouse.core.platform.settings;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the API listens.
 *
 * @param address an IP address of this machine; any but a loopback one needs {@code tls}
 * @param port 1 to 65535
 * @param hostNames names that a request's Host may carry beside the loopback ones and the address
 * @param tls null for plain HTTP
 */
public record ListenerSettings(
        String address,
        int port,
        List<String> hostNames,
        @Nullable Tls tls) {

    public static final ListenerSettings DEFAULTS = new ListenerSettings("127.0.0.1", 7465, List.of(), null);

    /**
     * Files in PEM form, named by their absolute paths.
     *
     * @param certificateFile the server's certificate, followed by those that signed it in their order
     * @param keyFile its private key as PKCS#8, PKCS#1 or SEC1, not encrypted
     */
    public record Tls(String certificateFile, String keyFile) {}

    public ListenerSettings {
        hostNames = List.copyOf(hostNames);
    }

    /** Whether both mean the same socket, whatever names it answers to. */
    public boolean isSamePlaceAs(ListenerSettings other) {
        return withHostNames(List.of()).equals(other.withHostNames(List.of()));
    }

    public ListenerSettings withHostNames(List<String> names) {
        return new ListenerSettings(address, port, names, tls);
    }

    public ListenerSettings withPort(int other) {
        return new ListenerSettings(address, other, hostNames, tls);
    }

    public InetAddress inetAddress() {
        return InetAddress.ofLiteral(address);
    }

    /** Such as {@code http://127.0.0.1:7465}; for the address of all interfaces, the loopback one. */
    public String url() {
        InetAddress reached = inetAddress();
        String host = reached.isAnyLocalAddress() ? "127.0.0.1" : address;
        return (tls == null ? "http://" : "https://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
