package dev.wheelhouse.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberApiTest {

    private static final String UNKNOWN = "0123-4567-89AB-CDEF-0123-4567-89AB-CDEF";

    private TestConsole console;
    private ApiClient owner;
    /** Has no credential that anybody knows. */
    private ApiClient nobody;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        console = TestConsole.start(directory);
        owner = console.owner();
        nobody = owner.as("none");
    }

    @AfterEach
    void stop() {
        nobody.close();
        console.close();
    }

    private JsonNode invite(String email, String role) throws IOException, InterruptedException {
        Reply made = owner.post("/members/invites", JsonText.of("email", email, "role", role));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json();
    }

    private Reply accept(String token) throws IOException, InterruptedException {
        return nobody.post("/members/invites/accept", JsonText.of("token", token));
    }

    private static void assertProblem(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).isEqualTo(code);
    }

    @Test
    void anInviteMakesAMember() throws Exception {
        JsonNode invite = invite("Anna@Example.com", "member");
        String path = "/members/invites/" + invite.path("id").asText();
        assertThat(invite.path("mailed").asBoolean(true)).isFalse();
        assertThat(owner.get(path).json().path("status").asText()).isEqualTo("pending");
        assertThat(owner.get("/members/invites").json()).hasSize(1);
        String token = invite.path("token").asText();
        assertThat(owner.get(path).body() + owner.get("/members/invites").body())
                .doesNotContain(token);
        Reply accepted = accept(token);
        assertThat(accepted.status()).as(accepted.body()).isEqualTo(200);
        assertThat(accepted.json().path("role").asText()).isEqualTo("member");
        try (ApiClient anna = owner.as(accepted.json().path("token").asText())) {
            JsonNode me = anna.get("/me").json();
            assertThat(me.path("email").asText()).isEqualTo("anna@example.com");
            assertThat(me.path("organizationId")).isEqualTo(accepted.json().path("organizationId"));
            assertThat(anna.patch("/me", "{\"name\":\"Anna Berg\"}")
                            .json()
                            .path("name")
                            .asText())
                    .isEqualTo("Anna Berg");
            assertProblem(anna.get("/members"), 403, "insufficient_scope");
            assertThat(anna.get("/organization").json().path("name").asText()).isEqualTo("Wheelhouse");
            assertProblem(anna.patch("/organization", "{\"name\":\"Anna's\"}"), 403, "insufficient_scope");

            String member = "/members/" + me.path("memberId").asText();
            assertThat(owner.get("/members?name=anna").json()).hasSize(1);
            Reply promoted = owner.patch(member, "{\"role\":\"admin\"}");
            assertThat(promoted.json().path("role").asText()).isEqualTo("admin");
            assertThat(anna.get("/members").json()).hasSize(2);
            assertProblem(anna.patch(member, "{\"role\":\"owner\"}"), 403, "insufficient_scope");
            assertProblem(
                    owner.send(
                            "PATCH",
                            member,
                            "{\"role\":\"viewer\"}",
                            Map.of("Content-Type", "application/json", "If-Match", "\"other\"")),
                    412,
                    "precondition_failed");
            assertThat(owner.delete(member).status()).isEqualTo(204);
            assertProblem(anna.get("/me"), 401, "unauthenticated");
            assertThat(owner.get(member).json().path("name").asText()).isEqualTo("Anna Berg");
            assertThat(owner.get(member).json().has("removedAt")).isTrue();
        }
        List<String> kinds = owner.get("/events?kind=member.*")
                .json()
                .valueStream()
                .map(each -> each.path("kind").asText())
                .toList();
        assertThat(kinds)
                .containsExactly(
                        "member.removed", "member.role_changed", "member.renamed", "member.joined", "member.invited");
    }

    @Test
    void tellsWhatIsWrongWithAToken() throws Exception {
        assertProblem(accept("123456789012345"), 422, "validation_failed");
        assertProblem(accept("1234567890123456"), 400, "invite_malformed");
        assertProblem(accept(UNKNOWN), 404, "not_found");
        String token = invite("anna@example.com", "viewer").path("token").asText();
        assertThat(accept(token).status()).isEqualTo(200);
        assertProblem(accept(token), 410, "invite_used");
        Reply sixth = accept(UNKNOWN);
        assertProblem(sixth, 429, "rate_limited");
        assertThat(Long.parseLong(sixth.header("Retry-After"))).isBetween(1L, 12L);
    }

    @Test
    void whatIsNoInviteIsRefused() throws Exception {
        for (String email :
                List.of("anna", "anna@example.com\nBcc: bob@example.com", "a".repeat(255) + "@example.com")) {
            Reply refused = owner.post("/members/invites", JsonText.of("email", email, "role", "viewer"));
            assertProblem(refused, 422, "validation_failed");
            assertThat(refused.json().at("/errors/0/path").asText()).isEqualTo("email");
        }
        Reply refused = owner.post("/members/invites", "{\"email\":\"anna@example.com\",\"role\":\"king\"}");
        assertProblem(refused, 422, "validation_failed");
        assertThat(refused.json().at("/errors/0/path").asText()).isEqualTo("role");
    }

    @Test
    void theLastOwnerStays() throws Exception {
        String me = "/members/" + owner.get("/me").json().path("memberId").asText();
        assertProblem(owner.delete(me), 409, "last_owner");
        assertProblem(owner.patch(me, "{\"role\":\"viewer\"}"), 409, "last_owner");
        try (ApiClient less = console.with("members:write", "members:read")) {
            assertProblem(less.patch(me, "{\"role\":\"viewer\"}"), 403, "insufficient_scope");
            assertProblem(
                    less.post("/members/invites", "{\"email\":\"anna@example.com\",\"role\":\"owner\"}"),
                    403,
                    "insufficient_scope");
            assertProblem(less.patch("/me", "{\"name\":\"Somebody\"}"), 403, "insufficient_scope");
        }
    }

    @Test
    void aTokenIsShownOnceAlsoToACallThatIsRepeated() throws Exception {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "\"invite-1\"");
        String body = "{\"email\":\"anna@example.com\",\"role\":\"viewer\"}";
        Reply first = owner.send("POST", "/members/invites", body, headers);
        Reply again = owner.send("POST", "/members/invites", body, headers);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.json().path("id")).isEqualTo(first.json().path("id"));
        assertThat(again.json().has("token")).isFalse();
        assertThat(again.json().path("secretShown").asBoolean()).isTrue();
    }

    @Test
    void anOrganizationIsRenamed() throws Exception {
        Reply read = owner.get("/organization");
        Map<String, String> headers = Map.of("Content-Type", "application/json", "If-Match", read.header("ETag"));
        assertThat(owner.send("PATCH", "/organization", "{\"name\":\"Acme\"}", headers)
                        .json()
                        .path("name")
                        .asText())
                .isEqualTo("Acme");
        assertProblem(
                owner.send("PATCH", "/organization", "{\"name\":\"Other\"}", headers), 412, "precondition_failed");
        assertProblem(owner.patch("/organization", "{\"name\":\"\"}"), 422, "validation_failed");
    }
}
