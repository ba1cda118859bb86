package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code ?name=} and {@code ?status=} of every list whose elements have them, and the way through its pages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListFilterApiTest {

    private TestConsole console;
    private ApiClient owner;
    private ConnectionClient sqlite;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        owner = console.owner();
        sqlite = console.addSqlite();
    }

    @AfterAll
    void stop() {
        console.close();
    }

    /** Everything that a path leads to, page by page. */
    private List<String> all(String path, String field) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        String next = path;
        while (!next.isEmpty()) {
            ApiClient.Reply page = owner.get(next);
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            page.json().forEach(each -> found.add(each.path(field).asText()));
            String link = page.header("Link");
            next = link.isEmpty() ? "" : link.substring("</api/v1".length(), link.indexOf('>'));
        }
        return found;
    }

    private void schedule(String name) throws Exception {
        ApiClient.Reply made = owner.post(
                "/schedules", JsonText.of("name", name, "serverId", "local", "command", "true", "cron", "0 4 1 1 *"));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
    }

    @Test
    void findsByAPartOfTheNameInAnyCaseOverAllPages() throws Exception {
        for (int i = 0; i < 7; i++) {
            schedule("nightly-" + i);
            schedule("other-" + i);
        }
        List<String> named =
                List.of("nightly-6", "nightly-5", "nightly-4", "nightly-3", "nightly-2", "nightly-1", "nightly-0");
        for (int limit : new int[] {1, 3, 7, 200}) {
            assertThat(all("/schedules?name=NIGHTly&limit=" + limit, "name")).isEqualTo(named);
        }
        assertThat(all("/schedules?name=nothing", "name")).isEmpty();
        assertThat(all("/schedules?limit=4", "name")).hasSize(14);
    }

    @Test
    void everyListWithNamesHasIt() throws Exception {
        owner.post("/api-keys", JsonText.of("name", "ci runner", "scopes", List.of("servers:read")));
        assertThat(all("/api-keys?name=RUNNER", "name")).containsExactly("ci runner");
        assertThat(all("/db-connections?name=ection", "id")).containsExactly(sqlite.id());
        assertThat(all("/servers?name=no-such", "id")).isEmpty();
        assertThat(all("/apps?name=no-such", "id")).isEmpty();
    }

    @Test
    void findsByStatus() throws Exception {
        JsonNode job = sqlite.endOf(sqlite.script("SELECT 1;"));
        assertThat(all("/jobs?status=succeeded,failed", "id"))
                .contains(job.path("id").asText());
        assertThat(all("/jobs?status=queued,running", "id"))
                .doesNotContain(job.path("id").asText());
        assertThat(all("/servers?status=online,unknown", "kind")).containsExactly("local");
        assertThat(all("/servers?status=offline", "kind")).isEmpty();
        for (String path : List.of("/jobs?status=done", "/servers?status=online,,", "/jobs?name=x")) {
            ApiClient.Reply refused = owner.get(path);
            assertThat(refused.status()).as(path).isEqualTo(422);
        }
    }

    @Test
    void findsAppsAndSchedulesByWhereAndHowTheyAre() throws Exception {
        ApiClient.Reply app = owner.post(
                "/apps",
                JsonText.of(
                        "name", "idle", "serverId", "local", "runtime", "process", "command", List.of("sleep", "1")));
        assertThat(app.status()).as(app.body()).isEqualTo(201);
        assertThat(all("/apps?serverId=local&name=idle", "name")).containsExactly("idle");
        assertThat(all("/apps?serverId=srv_other", "name")).isEmpty();
        Awaiting.answer(
                () -> all("/apps?status=stopped,exited", "name"), List.of("idle")::equals, "The app is looked at");
        assertThat(all("/apps?status=running,degraded", "name")).isEmpty();

        schedule("on");
        ApiClient.Reply off = owner.post(
                "/schedules",
                JsonText.of(
                        "name", "off", "serverId", "local", "command", "true", "cron", "0 4 1 1 *", "enabled", false));
        assertThat(off.status()).as(off.body()).isEqualTo(201);
        assertThat(all("/schedules?enabled=false", "name")).containsExactly("off");
        assertThat(all("/schedules?enabled=true&serverId=local", "name"))
                .contains("on")
                .doesNotContain("off");
        assertThat(all("/schedules?serverId=srv_other", "name")).isEmpty();
        String id = off.json().path("id").asText();
        owner.post("/schedules/" + id + "/run", "");
        Awaiting.answer(
                () -> all("/schedules?status=succeeded&name=off", "name"), List.of("off")::equals, "The run succeeds");
        assertThat(all("/schedules?status=failed", "name")).isEmpty();
        for (String path : List.of("/apps?status=well", "/schedules?status=ok", "/schedules?enabled=yes")) {
            assertThat(owner.get(path).status()).as(path).isEqualTo(422);
        }
    }

    @Test
    void leadsThroughTheTables() throws Exception {
        sqlite.run("CREATE TABLE b (id int); CREATE TABLE a (id int); CREATE TABLE \"Äpfel\" (id int);"
                + " CREATE TABLE \"z\uD83D\uDE00\" (id int); CREATE TABLE \"z\uFF5E\" (id int)");
        List<String> whole = all(sqlite.path() + "/tables", "name");
        assertThat(whole).containsExactly("a", "b", "z\uFF5E", "z\uD83D\uDE00", "Äpfel");
        for (int limit : new int[] {1, 2, 3, 4}) {
            assertThat(all(sqlite.path() + "/tables?limit=" + limit, "name")).isEqualTo(whole);
        }
        assertThat(all(sqlite.path() + "/tables?name=%C3%A4P&limit=1", "name")).containsExactly("Äpfel");
        assertThat(owner.get(sqlite.path() + "/tables?limit=1&cursor=%21").status())
                .isEqualTo(422);
    }
}
