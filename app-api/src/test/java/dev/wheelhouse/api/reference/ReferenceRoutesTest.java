package dev.wheelhouse.api.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.ProductVersion;
import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.FakeAuthenticator;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.RawHttp;
import dev.wheelhouse.api.testing.RawHttp.RawAnswer;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.api.testing.TestServer;
import dev.wheelhouse.core.platform.caller.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceRoutesTest {

    private final OpenApiContract contract = new OpenApiContract();
    private TestConsole console;
    private ApiClient client;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        console = TestConsole.start(directory);
        client = console.owner();
    }

    @AfterAll
    void stop() {
        console.close();
    }

    private RawAnswer raw(String path, String... headers) throws IOException {
        return RawHttp.exchange(
                console.port(),
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
    void thePageShowsEveryOperationAndTakesNothingFromElsewhere() throws Exception {
        Reply reply = client.send("GET", "/docs", "", Map.of("Accept", "text/html"));
        assertThat(reply.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(contract.operations())
                .allSatisfy(operation -> assertThat(reply.body())
                        .contains(operation.path())
                        .contains("id=\"" + operation.node().path("operationId").asText() + "\""));
        assertThat(reply.body().replace("http://127.0.0.1:" + console.port(), ""))
                .containsOnlyOnce("<script>")
                .doesNotContain("src=")
                .doesNotContain("url(")
                .doesNotContain("@import")
                .doesNotContainPattern("=[\"']?https?://")
                .doesNotContain("{{");
        assertThat(List.of(Scope.values()))
                .allSatisfy(scope -> assertThat(reply.body()).contains("<code>" + scope.wireName() + "</code>"));
    }

    @Test
    void theQuickStartHasTheAddressAndLeadsToTheToken() throws Exception {
        String page = raw("/docs", "Accept: text/html").body();
        assertThat(page)
                .contains("API='http://localhost/api/v1'\nTOKEN_FILE='"
                        + console.home().resolve("local-token") + "'")
                .doesNotContain(console.ownerToken());
        assertThat(page.indexOf("id=\"quick-start\"")).isLessThan(page.indexOf("<article"));
    }

    @Test
    void thePagesPolicyAllowsItsOwnStyleAndScriptOnly() throws Exception {
        RawAnswer answer = raw("/docs", "Accept: text/html");
        assertThat(answer.header("Content-Security-Policy"))
                .isEqualTo("default-src 'none'; style-src " + hash(answer.body(), "style") + "; script-src "
                        + hash(answer.body(), "script")
                        + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    }

    private static String hash(String page, String element) throws Exception {
        String text = page.substring(
                page.indexOf("<" + element + ">") + element.length() + 2, page.indexOf("</" + element + ">"));
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
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
            assertThat(nobody.get("/health").json().path("version").asText()).isEqualTo(ProductVersion.current());
        }
        assertThat(raw("/health", "Accept: */*").body())
                .startsWith("{\"status\":\"ok\",\"version\":\"" + ProductVersion.current() + "\",\"uptimeSeconds\":");
    }

    @Test
    void theClientRefusesWhatTheDocumentDoesNotKnow() throws IOException {
        Route lying = Route.get("/me", Access.anyCredential(), _ -> Response.ok(Map.of("memberId", 1)));
        try (TestServer server = TestServer.start(List.of(lying));
                ApiClient other = new ApiClient(server.port(), FakeAuthenticator.OWNER, contract)) {
            assertThatThrownBy(() -> other.get("/nowhere"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("no such operation");
            assertThatThrownBy(() -> other.get("/me"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("breaks openapi.yaml");
        }
        assertThatThrownBy(() -> contract.check("GET", "/api/v1/me", 418, "application/json", "{}"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("does not know the status");
        assertThatThrownBy(() -> contract.check("GET", "/api/v1/me", 200, "text/html", ""))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("media type");
    }
}
