package dev.wheelhouse.core.platform.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class HttpHeadTest {

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private static String body(String answer) throws IOException {
        InputStream from = bytes(answer);
        return new String(HttpHead.read(from).body(from).readAllBytes(), UTF_8);
    }

    @Test
    void readsTheStatusAndTheHeaders() throws IOException {
        HttpHead head = HttpHead.read(bytes("HTTP/1.1 404 Not Found\r\nApi-Version: 1.41\r\nX:\ta b \r\n\r\n"));

        assertThat(head.status()).isEqualTo(404);
        assertThat(head.headers()).containsEntry("api-version", "1.41").containsEntry("x", "a b");
    }

    @Test
    void readsOverWhatIsOnlyInformation() throws IOException {
        assertThat(HttpHead.read(bytes("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void refusesWhatIsNotHttp() {
        assertThatIOException().isThrownBy(() -> HttpHead.read(bytes("SSH-2.0-OpenSSH_9.2\r\n")));
        assertThatIOException().isThrownBy(() -> HttpHead.read(bytes("HTTP/1.1 200 OK\r\nno colon\r\n\r\n")));
        assertThatIOException().isThrownBy(() -> HttpHead.read(bytes("HTTP/1.1 200 OK\r\nA: b\r\n")));
        assertThatIOException().isThrownBy(() -> HttpHead.read(bytes("x".repeat(20_000))));
    }

    @Test
    void readsABodyOfEachKind() throws IOException {
        assertThat(body("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef")).isEqualTo("abc");
        assertThat(body("HTTP/1.1 200 OK\r\n\r\nto the end")).isEqualTo("to the end");
        assertThat(body("HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc"))
                .isEmpty();
        assertThat(body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "3\r\nabc\r\nA;ext=1\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nmore"))
                .isEqualTo("abc0123456789");
    }

    @Test
    void tellsABodyThatBrokeOffFromOneThatEnded() {
        assertThatIOException().isThrownBy(() -> body("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"));
        assertThatIOException()
                .isThrownBy(() -> body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"));
        assertThatIOException()
                .isThrownBy(() -> body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"));
        assertThatIOException().isThrownBy(() -> body("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nabc"));
    }

    /** Waits for ever where a reader asks for more than it needs. */
    @Test
    void handsOutAChunkWithoutWaitingForTheNext() throws IOException {
        InputStream endless = new InputStream() {
            private final InputStream sent = bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc");

            @Override
            public int read() throws IOException {
                int next = sent.read();
                if (next < 0) {
                    throw new AssertionError("asked for what has not come");
                }
                return next;
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                int read = sent.read(to, offset, length);
                if (read < 0) {
                    throw new AssertionError("asked for what has not come");
                }
                return read;
            }
        };

        InputStream body = HttpHead.read(endless).body(endless);

        assertThat(body.readNBytes(3)).isEqualTo("abc".getBytes(UTF_8));
    }
}
