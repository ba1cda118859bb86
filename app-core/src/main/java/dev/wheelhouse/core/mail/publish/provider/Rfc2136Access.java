package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.mail.publish.TsigAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * How a primary server is reached, and the key that it knows.
 *
 * @param server host name or address without brackets
 * @param port 1 to 65535, of TCP
 * @param zone null for the one that the domain lies in
 * @param keyName in lower case, without a dot at the end
 * @param secret of the key, at least one byte; not changed later
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Rfc2136Access(
        String server, int port, @Nullable String zone, String keyName, TsigAlgorithm algorithm, byte[] secret) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "Rfc2136Access[" + address() + ", " + keyName + "]";
    }

    String address() {
        return (server.contains(":") ? "[" + server + "]" : server) + ":" + port;
    }
}
