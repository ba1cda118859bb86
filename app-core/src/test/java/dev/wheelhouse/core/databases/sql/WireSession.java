package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A session with PostgreSQL that sends each text exactly as it is, as one Parse message (manual, "Frontend/Backend
 * Protocol"): no driver looks at it before. Many go out before the first answer is read. Belongs to one thread.
 */
final class WireSession implements AutoCloseable {

    private static final int PROTOCOL = 3 << 16;
    private static final int SCRAM = 10;
    private static final int SCRAM_CONTINUE = 11;
    private static final int READ_TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    WireSession(PostgresDatabase database) throws IOException, GeneralSecurityException {
        socket = new Socket(database.host(), database.port());
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
        ByteArrayOutputStream start = new ByteArrayOutputStream();
        start.writeBytes(ByteBuffer.allocate(4).putInt(PROTOCOL).array());
        for (String each :
                List.of("user", database.user(), "database", database.database(), "client_encoding", "UTF8")) {
            start.writeBytes(string(each));
        }
        start.write(0);
        out.writeInt(start.size() + 4);
        start.writeTo(out);
        out.flush();
        logIn(database.password());
    }

    /**
     * What the server said.
     *
     * @param code the SQLSTATE of an error; empty for none
     * @param rows of what was executed, a column joined by blanks
     */
    record Answer(String code, String message, List<String> rows) {

        boolean isParsed() {
            return code.isEmpty();
        }

        /** It found a second statement, which it only does when it could read all of the text. */
        boolean isSeveral() {
            return code.equals("42601") && message.contains("multiple commands");
        }
    }

    /** What the server says of each text that is only prepared. */
    List<Answer> parse(List<String> texts) throws IOException {
        for (String text : texts) {
            sendParse(text);
            send('S', new byte[0]);
        }
        return answers(texts.size());
    }

    /** What the server says of each text that is run, one after the other and each for itself. */
    List<Answer> run(List<String> texts) throws IOException {
        for (String text : texts) {
            sendParse(text);
            send('B', new byte[8]);
            send('E', new byte[5]);
            send('S', new byte[0]);
        }
        return answers(texts.size());
    }

    private void sendParse(String text) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(0);
        body.writeBytes(string(text));
        body.write(0);
        body.write(0);
        send('P', body.toByteArray());
    }

    private List<Answer> answers(int count) throws IOException {
        out.flush();
        List<Answer> answers = new ArrayList<>();
        String code = "";
        String message = "";
        List<String> rows = new ArrayList<>();
        while (answers.size() < count) {
            int type = in.readUnsignedByte();
            byte[] body = in.readNBytes(in.readInt() - 4);
            switch (type) {
                case 'E' -> {
                    code = field(body, 'C');
                    message = field(body, 'M');
                }
                case 'D' -> rows.add(row(body));
                case 'Z' -> {
                    answers.add(new Answer(code, message, rows));
                    code = "";
                    message = "";
                    rows = new ArrayList<>();
                }
                default -> {
                    // Notices and what only says that it went on.
                }
            }
        }
        return answers;
    }

    private static String field(byte[] body, char wanted) {
        int at = 0;
        while (body[at] != 0) {
            int end = at + 1;
            while (body[end] != 0) {
                end++;
            }
            if (body[at] == wanted) {
                return new String(body, at + 1, end - at - 1, StandardCharsets.UTF_8);
            }
            at = end + 1;
        }
        return "";
    }

    private static String row(byte[] body) {
        ByteBuffer fields = ByteBuffer.wrap(body);
        List<String> values = new ArrayList<>();
        for (int i = fields.getShort(); i > 0; i--) {
            byte[] value = new byte[Math.max(0, fields.getInt())];
            fields.get(value);
            values.add(new String(value, StandardCharsets.UTF_8));
        }
        return String.join(" ", values);
    }

    private void send(char type, byte[] body) throws IOException {
        out.writeByte(type);
        out.writeInt(body.length + 4);
        out.write(body);
    }

    private static byte[] string(String text) {
        return (text + '\0').getBytes(StandardCharsets.UTF_8);
    }

    /** SCRAM-SHA-256 (RFC 7677), without looking at the server's own proof: it is ours and on loopback. */
    private void logIn(String password) throws IOException, GeneralSecurityException {
        String bare = "n=,r=wheelhouse";
        while (true) {
            int type = in.readUnsignedByte();
            ByteBuffer body = ByteBuffer.wrap(in.readNBytes(in.readInt() - 4));
            if (type == 'Z') {
                return;
            }
            if (type == 'E') {
                throw new IOException(field(body.array(), 'M'));
            }
            int kind = type == 'R' ? body.getInt() : 0;
            if (kind == SCRAM) {
                byte[] first = ("n,," + bare).getBytes(StandardCharsets.US_ASCII);
                byte[] mechanism = string("SCRAM-SHA-256");
                ByteBuffer initial = ByteBuffer.allocate(mechanism.length + 4 + first.length);
                send('p', initial.put(mechanism).putInt(first.length).put(first).array());
                out.flush();
            } else if (kind == SCRAM_CONTINUE) {
                String server = StandardCharsets.US_ASCII.decode(body).toString();
                send('p', proof(password, bare, server).getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        }
    }

    private static String proof(String password, String bare, String server) throws GeneralSecurityException {
        int saltAt = server.indexOf(",s=");
        int roundsAt = server.indexOf(",i=");
        byte[] salt = Base64.getDecoder().decode(server.substring(saltAt + 3, roundsAt));
        int rounds = Integer.parseInt(server.substring(roundsAt + 3));
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, rounds, 256);
        byte[] salted = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(spec)
                .getEncoded();
        byte[] clientKey = hmac(salted, "Client Key");
        byte[] stored = MessageDigest.getInstance("SHA-256").digest(clientKey);
        String last = "c=biws," + server.substring(0, saltAt);
        byte[] signature = hmac(stored, bare + "," + server + "," + last);
        byte[] proof = new byte[clientKey.length];
        for (int i = 0; i < proof.length; i++) {
            proof[i] = (byte) (clientKey[i] ^ signature[i]);
        }
        return last + ",p=" + Base64.getEncoder().encodeToString(proof);
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
