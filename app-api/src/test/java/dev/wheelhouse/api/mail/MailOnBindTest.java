package dev.wheelhouse.api.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.BindServer;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A domain from nothing to verified on BIND over HTTP, broken by somebody else, mended and taken back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Real
@Tag("real-dns")
@SuppressWarnings("NullAway.Init")
class MailOnBindTest {

    private static final String SECRET = "dGhlIGtleSBvZiBhIHpvbmUgb2YgdGVzdHMgYWxvbmU=";
    private static final String ZONE = """
            @ SOA ns1 admin 7 60 60 600 60
            @ NS ns1
            ns1 A 127.0.0.1
            www A 192.0.2.80
            @ TXT "google-site-verification=of-somebody"
            """;
    private static final String REVERSE = """
            @ SOA ns1.example.test. admin.example.test. 7 60 60 600 60
            @ NS ns1.example.test.
            10 PTR mail.example.test.
            """;

    private TestConsole console;
    private BindServer bind;
    private int port;
    private String path;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        port = FreePort.next();
        bind = BindServer.updated(
                Files.createDirectory(directory.resolve("bind")),
                port,
                Map.of("example.test.", ZONE, "2.0.192.in-addr.arpa.", REVERSE),
                SECRET,
                new BindServer.Key("wheelhouse", "hmac-sha256", true));
        console = TestConsole.start(Files.createDirectory(directory.resolve("home")));
        Reply set = console.owner()
                .patch(
                        "/settings",
                        JsonText.of(Map.of("dns", Map.of("resolvers", List.of("127.0.0.1:" + port), "port", port))));
        assertThat(set.status()).as(set.body()).isEqualTo(200);
    }

    @AfterAll
    void stop() throws Exception {
        if (console != null) {
            console.close();
        }
        if (bind != null) {
            bind.close();
        }
    }

    private JsonNode post(String rest, Map<String, ?> body) throws Exception {
        Reply reply = console.owner().post(path + rest, body.isEmpty() ? "" : JsonText.of(body));
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private String verified() throws Exception {
        return post("/verify", Map.of()).path("verificationStatus").asText();
    }

    private String records() throws Exception {
        return console.owner().get(path + "/dns").body();
    }

    /** Somebody else's change of the zone. */
    private void update(String line) throws IOException, InterruptedException {
        Process nsupdate = new ProcessBuilder("nsupdate", "-y", "hmac-sha256:wheelhouse:" + SECRET)
                .redirectErrorStream(true)
                .start();
        try (OutputStream input = nsupdate.getOutputStream()) {
            input.write("server 127.0.0.1 %d\nzone example.test\nupdate %s\nsend\n"
                    .formatted(port, line)
                    .getBytes(StandardCharsets.UTF_8));
        }
        assertThat(nsupdate.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(nsupdate.exitValue())
                .as(new String(nsupdate.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isZero();
    }

    @Test
    void aDomainIsPublishedVerifiedBrokenMendedAndTakenBack() throws Exception {
        String instance = console.owner()
                .post(
                        "/mail/instances",
                        JsonText.of(Map.of(
                                "name", "mail1", "hostname", "mail.example.test", "ipv4", List.of("192.0.2.10"))))
                .json()
                .path("id")
                .asText();
        Reply made = console.owner()
                .post(
                        "/mail/domains",
                        JsonText.of(Map.of(
                                "mailInstanceId",
                                instance,
                                "fqdn",
                                "example.test",
                                "dnsMode",
                                "managed",
                                "dns",
                                Map.of(
                                        "provider",
                                        "rfc2136",
                                        "server",
                                        "127.0.0.1",
                                        "port",
                                        port,
                                        "tsigName",
                                        "wheelhouse",
                                        "tsigSecret",
                                        SECRET))));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        path = "/mail/domains/" + made.json().path("id").asText();
        assertThat(verified()).isEqualTo("pending");

        JsonNode preview = post("/publish", Map.of("preview", true));
        assertThat(preview.path("zone").asText()).isEqualTo("example.test");
        assertThat(preview.path("outside").findValuesAsText("type")).containsOnly("PTR");
        JsonNode applied =
                post("/publish", Map.of("previewId", preview.path("previewId").asText()));
        assertThat(applied.path("status").asText()).isEqualTo("applied");
        assertThat(verified()).as(records()).isEqualTo("verified");

        update("delete _dmarc.example.test. TXT");
        assertThat(verified()).isEqualTo("verified");
        JsonNode broken =
                console.owner().get(path + "/dns?status=pending&name=_dmarc").json();
        assertThat(broken.at("/0/detail").asText()).contains("ns1.example.test");
        assertThat(console.owner().get("/events?kind=mail.record_changed").json())
                .isNotEmpty();

        Reply conflict = console.owner().post(path + "/publish/undo", "");
        assertThat(conflict.status()).as(conflict.body()).isEqualTo(409);
        assertThat(conflict.body()).contains("_dmarc.example.test TXT");
        JsonNode again = post("/publish", Map.of("preview", true));
        assertThat(again.path("add").findValuesAsText("name")).containsExactly("_dmarc.example.test");
        post("/publish", Map.of("previewId", again.path("previewId").asText()));
        assertThat(verified()).isEqualTo("verified");

        post("/publish/undo", Map.of());
        JsonNode back = post("/publish", Map.of("preview", true));
        assertThat(back.path("add").findValuesAsText("name")).containsExactly("_dmarc.example.test");
        assertThat(console.owner().get(path + "/publications").json().findValuesAsText("status"))
                .containsExactly("undone", "applied");
    }
}
