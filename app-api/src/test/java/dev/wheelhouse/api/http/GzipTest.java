package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.TestConsole;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that come smaller, or not at all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GzipTest {

    private final HttpClient http = HttpClient.newHttpClient();
    private TestConsole console;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
    }

    @AfterAll
    void stop() {
        http.close();
        console.close();
    }

    private HttpResponse<byte[]> get(String path, String codings) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console.port() + path))
                .header("Accept-Encoding", codings)
                .header("Authorization", "Bearer " + console.ownerToken())
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br;q=1.0, gzip;q=0.8", "*"})
    void packsLargeAnswersForWhoAsks(String codings) throws Exception {
        HttpResponse<byte[]> plain = get("/api/v1/openapi.json", "identity");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.headers().firstValue("Vary")).contains("Accept-Encoding");

        HttpResponse<byte[]> packed = get("/api/v1/openapi.json", codings);
        assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(packed.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(packed.body().length).isLessThan(plain.body().length / 4);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
            assertThat(in.readAllBytes()).isEqualTo(plain.body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip;q=0, *", "identity", "br"})
    void leavesThemToOthers(String codings) throws Exception {
        assertThat(get("/api/v1/openapi.json", codings).headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void leavesSmallAnswersAsTheyAre() throws Exception {
        HttpResponse<byte[]> small = get("/api/v1/me", "gzip");
        assertThat(small.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(small.headers().firstValue("Vary")).isEmpty();
    }

    @Test
    void saysThatTheCallerHasThisVersion() throws Exception {
        ApiClient owner = console.owner();
        ApiClient.Reply server = owner.get("/servers/local");
        String tag = server.header("ETag");

        ApiClient.Reply known = owner.send("GET", "/servers/local", "", Map.of("If-None-Match", "\"other\", " + tag));
        assertThat(known.status()).isEqualTo(304);
        assertThat(known.header("ETag")).isEqualTo(tag);
        assertThat(owner.send("GET", "/servers/local", "", Map.of("If-None-Match", "*"))
                        .status())
                .isEqualTo(304);
        for (String other : new String[] {"\"other\"", "no tag"}) {
            assertThat(owner.send("GET", "/servers/local", "", Map.of("If-None-Match", other)))
                    .satisfies(each -> assertThat(each.status()).isEqualTo(200))
                    .satisfies(each -> assertThat(each.body()).isEqualTo(server.body()));
        }
    }
}
