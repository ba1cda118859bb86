package dev.wheelhouse.core.platform.host.ssh;

/**
 * A server and how to log in there.
 *
 * @param name as people call it, for messages
 * @param host name or address
 * @param port 1..65535
 */
public record SshTarget(String name, String host, int port, String user, SshCredentials credentials) {

    String address() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
