package dev.wheelhouse.core.databases.replication;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A server that says what a test wants, as none would by itself (PostgreSQL manual, "Message Formats"). It takes one
 * connection after the other and lets everybody in.
 */
final class ScriptedServer implements AutoCloseable {

    /** Answers commands; what the driver asks by itself is answered before. */
    interface Script {
        void answer(String command, Wire wire) throws IOException;
    }

    private final ServerSocket listener;
    private final String version;
    private final Script script;

    ScriptedServer(String version, Script script) throws IOException {
        this.listener = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"));
        this.version = version;
        this.script = script;
        Thread.ofVirtual().start(this::serve);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                converse(new Wire(socket));
            } catch (IOException _) {
                // The other side is gone, or this one closes.
            }
        }
    }

    private void converse(Wire wire) throws IOException {
        wire.in.readNBytes(wire.in.readInt() - Integer.BYTES);
        wire.send('R', out -> out.writeInt(0));
        wire.parameter("server_version", version);
        wire.parameter("client_encoding", "UTF8");
        wire.parameter("DateStyle", "ISO, MDY");
        wire.parameter("standard_conforming_strings", "on");
        wire.parameter("integer_datetimes", "on");
        wire.parameter("TimeZone", "UTC");
        wire.ready();
        while (true) {
            byte type = wire.in.readByte();
            byte[] body = wire.in.readNBytes(wire.in.readInt() - Integer.BYTES);
            if (type != 'Q') {
                continue;
            }
            String command = new String(body, 0, body.length - 1, StandardCharsets.UTF_8);
            if (command.startsWith("SET ")) {
                wire.complete();
                wire.ready();
            } else {
                script.answer(command, wire);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** Messages of a server. */
    static final class Wire {

        interface Body {
            void writeTo(DataOutputStream out) throws IOException;
        }

        final Socket socket;
        final DataInputStream in;
        final DataOutputStream out;

        Wire(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new DataInputStream(socket.getInputStream());
            this.out = new DataOutputStream(socket.getOutputStream());
        }

        void send(char type, Body body) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            body.writeTo(new DataOutputStream(bytes));
            out.writeByte(type);
            out.writeInt(Integer.BYTES + bytes.size());
            out.write(bytes.toByteArray());
            out.flush();
        }

        private static void text(DataOutputStream to, String text) throws IOException {
            to.write(text.getBytes(StandardCharsets.UTF_8));
            to.writeByte(0);
        }

        void parameter(String name, String value) throws IOException {
            send('S', to -> {
                text(to, name);
                text(to, value);
            });
        }

        void ready() throws IOException {
            send('Z', to -> to.writeByte('I'));
        }

        void complete() throws IOException {
            send('C', to -> text(to, "SELECT"));
        }

        void copyOut() throws IOException {
            send('H', to -> {
                to.writeByte(0);
                to.writeShort(0);
            });
        }

        void copyBoth() throws IOException {
            send('W', to -> {
                to.writeByte(0);
                to.writeShort(0);
            });
        }

        void copyDone() throws IOException {
            send('c', _ -> {});
        }

        void data(byte[] bytes) throws IOException {
            send('d', to -> to.write(bytes));
        }

        /** A result of text columns; null is NULL. */
        void rows(String[]... rows) throws IOException {
            send('T', to -> to.writeShort(0));
            for (String[] row : rows) {
                send('D', to -> {
                    to.writeShort(row.length);
                    for (String value : row) {
                        byte[] bytes = value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8);
                        to.writeInt(value == null ? -1 : bytes.length);
                        to.write(bytes);
                    }
                });
            }
            complete();
        }

        void error(String sqlState, String message) throws IOException {
            send('E', to -> {
                text(to, "SERROR");
                text(to, "C" + sqlState);
                text(to, "M" + message);
                to.writeByte(0);
            });
        }

        void wal(String at, String bytes) throws IOException {
            wal(at, bytes, "0/9000000", 0);
        }

        /** @param seconds of the server's time, since its epoch */
        void wal(String at, String bytes, String end, long seconds) throws IOException {
            send('d', to -> {
                to.writeByte('w');
                to.writeLong(WalPosition.parse(at).value());
                to.writeLong(WalPosition.parse(end).value());
                to.writeLong(seconds * 1_000_000);
                to.write(bytes.getBytes(StandardCharsets.US_ASCII));
            });
        }

        void keepAlive(String sent, long seconds, boolean answerWanted) throws IOException {
            send('d', to -> {
                to.writeByte('k');
                to.writeLong(WalPosition.parse(sent).value());
                to.writeLong(seconds * 1_000_000);
                to.writeByte(answerWanted ? 1 : 0);
            });
        }

        /** The next status of the other side: what it has written, and what it has flushed. */
        String status() throws IOException {
            while (true) {
                byte type = in.readByte();
                byte[] body = in.readNBytes(in.readInt() - Integer.BYTES);
                if (type == 'd' && body[0] == 'r') {
                    java.nio.ByteBuffer status = java.nio.ByteBuffer.wrap(body, 1, 16);
                    return new WalPosition(status.getLong()) + " " + new WalPosition(status.getLong());
                }
                if (type == 'c') {
                    return "done";
                }
            }
        }
    }
}
