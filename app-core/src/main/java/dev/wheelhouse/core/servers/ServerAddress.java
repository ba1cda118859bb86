package dev.wheelhouse.core.servers;

/** Where a server is. */
public sealed interface ServerAddress {

    ServerKind kind();

    /** The machine of the console whose home has the server's id. */
    record OwnMachine() implements ServerAddress {

        @Override
        public ServerKind kind() {
            return ServerKind.LOCAL;
        }
    }

    /**
     * A machine with an SSH server.
     *
     * @param host name or address
     * @param port 1..65535
     */
    record Ssh(String host, int port, String user, ServerAuthType auth) implements ServerAddress {

        @Override
        public ServerKind kind() {
            return ServerKind.SSH;
        }

        /** Whether another is the same machine, as far as its host and port say. */
        boolean isAtPlaceOf(ServerAddress other) {
            return other instanceof Ssh ssh && ssh.host.equals(host) && ssh.port == port;
        }
    }
}
