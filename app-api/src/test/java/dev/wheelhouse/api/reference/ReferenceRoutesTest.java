package dev.wheelhouse.api.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.DocumentedRoutes;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceRoutesTest {

    private final OpenApiContract contract = new OpenApiContract();
    private TestServer server;
    private ApiClient client;

    @BeforeAll
    void start() throws IOException {
        server = TestServer.start(DocumentedRoutes.all());
        client = new ApiClient(server.port(), FakeAuthenticator.OWNER, contract);
    }

    @AfterAll
    void stop() {
        client.close();
        server.close();
    }

    private RawAnswer raw(String path, String... headers) throws IOException {
        return RawHttp.exchange(
                server.port(),
                RawHttp.lines("GET " + path + " HTTP/1.1", "Host: localhost") + RawHttp.lines(headers) + "\r\n");
    }

    @Test
    void servesTheDocumentInBothFormsAtBothPlaces() throws Exception {
        String yaml = raw("/openapi.yaml", "Accept: */*").body();
        assertThat(yaml).startsWith("openapi: 3.1.0");
        assertThat(raw("/api/v1/openapi.yaml", "Accept: */*").body()).isEqualTo(yaml);
        JsonNode json =
                new ObjectMapper().readTree(raw("/openapi.json", "Accept: */*").body());
        assertThat(json).isEqualTo(contract.document());
        assertThat(client.get("/openapi.json").json()).isEqualTo(json);
    }

    @Test
    void thePageShowsEveryOperationAndRunsNoScript() throws Exception {
        Reply reply = client.send("GET", "/docs", "", Map.of("Accept", "text/html"));
        assertThat(reply.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(contract.operations())
                .allSatisfy(operation -> assertThat(reply.body())
                        .contains(operation.path())
                        .contains("id=\"" + operation.node().path("operationId").asText() + "\""));
        assertThat(reply.body())
                .doesNotContain("<script")
                .doesNotContain("http://")
                .doesNotContain("https://");
    }

    @Test
    void thePagesPolicyAllowsItsOwnStyleOnly() throws Exception {
        RawAnswer answer = raw("/docs", "Accept: text/html");
        String style = answer.body()
                .substring(answer.body().indexOf("<style>") + 7, answer.body().indexOf("</style>"));
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; ")
                .contains("style-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
    }

    @Test
    void aLinkFromElsewhereMayOpenThePageAndNothingElse() throws IOException {
        String[] navigation = {
            "Accept: text/html", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"
        };
        assertThat(raw("/docs", navigation).status()).isEqualTo(200);
        assertThat(raw("/openapi.json", navigation).status()).isEqualTo(403);
        assertThat(raw("/docs", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors")
                        .status())
                .isEqualTo(403);
        assertThat(raw("/docs", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void answersHealthWithoutCredentialAtBothPlaces() throws Exception {
        try (ApiClient nobody = client.as("")) {
            assertThat(nobody.get("/health").json().path("version").asText()).isEqualTo("0.1.0");
        }
        assertThat(raw("/health", "Accept: */*").body())
                .startsWith("{\"status\":\"ok\",\"version\":\"0.1.0\",\"uptimeSeconds\":");
    }

    @Test
    void theClientPassesWhatTheDocumentKnows() throws Exception {
        assertThat(client.get("/me").json().path("scopes").size()).isGreaterThan(30);
        assertThat(client.get("/api-keys?limit=1").header("Link")).endsWith("rel=\"next\"");
        assertThat(client.get("/api-keys?limit=0").status()).isEqualTo(422);
        assertThat(client.post("/api-keys", "{\"name\":\"one\"}").header("Location"))
                .isEqualTo("/api/v1/api-keys/key_1");
        assertThat(client.post("/api-keys", "{}").json().at("/errors/0/path").asText())
                .isEqualTo("name");
        assertThat(client.post("/api-keys", "{").status()).isEqualTo(400);
        assertThat(client.delete("/api-keys/key_1").status()).isEqualTo(204);
        assertThat(client.delete("/api-keys/key_2").status()).isEqualTo(404);
        assertThat(client.send("DELETE", "/api-keys/key_1", "", Map.of("If-Match", "\"9\""))
                        .status())
                .isEqualTo(412);
    }

    @Test
    void theClientRefusesWhatTheDocumentDoesNotKnow() {
        assertThatThrownBy(() -> client.get("/nowhere"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no such operation");
        assertThatThrownBy(() -> client.post("/api-keys", "{\"name\":\"wrong\"}"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("breaks openapi.yaml");
        assertThatThrownBy(() -> contract.check("GET", "/api/v1/me", 418, "application/json", "{}"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("does not know the status");
        assertThatThrownBy(() -> contract.check("GET", "/api/v1/me", 200, "text/html", ""))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("media type");
    }
}
