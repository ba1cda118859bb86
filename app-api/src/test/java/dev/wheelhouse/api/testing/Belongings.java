package dev.wheelhouse.api.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One of everything that an organization can have, and the paths on which routes are asked about it. */
public final class Belongings {

    private final ApiClient owner;
    private final Map<String, String> ids = new LinkedHashMap<>();

    /**
     * Makes them.
     *
     * @param connection the organization's own, of SQLite
     * @param directory where its backups lie, and the repository {@code shop.git} if there is one
     */
    public Belongings(ApiClient owner, ConnectionClient connection, Path directory)
            throws IOException, InterruptedException {
        this.owner = owner;
        connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)");
        connection.run("INSERT INTO t VALUES (1, 'x')");
        ids.put("db-connections", connection.id());
        ids.put("api-keys", owner.get("/api-keys").json().at("/0/id").asText());
        ids.put("members", owner.get("/me").json().path("memberId").asText());
        add("members/invites", "{'email': 'ada@example.com', 'role': 'viewer'}");
        Reply job = connection.script("SELECT 1");
        ids.put("jobs", job.json().path("id").asText());
        connection.endOf(job);
        add(
                "servers",
                "{'name': 'theirs', 'kind': 'ssh', 'host': '127.0.0.1', 'port': 1, 'user': 'ada', 'auth': {'type': 'agent'}}");
        add("schedules", "{'name': 'theirs', 'serverId': '{servers}', 'command': 'true', 'cron': '@yearly'}");
        add(
                "notification-channels",
                "{'kind': 'email', 'name': 'theirs', 'events': ['deploy.failed'], 'to': 'ops@example.com'}");
        add(
                "mail/instances",
                "{'name': 'theirs', 'hostname': 'mail.example.com', 'ipv4': ['192.0.2.1'], 'dkimKeyType': 'ed25519'}");
        add("mail/domains", "{'mailInstanceId': '{mail/instances}', 'fqdn': 'example.com'}");
        add("vcs-connections", "{'kind': 'gitea', 'name': 'theirs', 'baseUrl': 'https://1.1.1.1', 'token': 'x'}");
        // One that no event is sent to.
        add("outbound-webhooks", "{'url': 'https://1.1.1.1/', 'events': ['deploy.failed'], 'enabled': false}");
        add("conversations", "");
        // Copies of files are made on this machine, which is not everybody's.
        if (owner.get("/servers/local").status() == 200) {
            addBackups(directory);
        }
        ids.put("vault/homes", owner.get("/vault").json().at("/homes/0/id").asText());
        ids.put("events", owner.get("/events").json().at("/0/id").asText());
        add("apps", """
                {'name': 'theirs', 'serverId': '{servers}', 'runtime': 'systemd', 'unit': 'x.service',
                 'source': {'cloneUrl': '%s', 'autoDeploy': false}}
                """.formatted(directory.resolve("shop.git")));
        Reply deployment = owner.post("/apps/" + id("apps") + "/deployments", "");
        ids.put("deployments", id(deployment.json()));
    }

    private void addBackups(Path directory) throws IOException, InterruptedException {
        add("backup-configs", """
                {'type': 'sqlite', 'databaseId': '{db-connections}', 'schedule': '0 3 29 2 *', 'prefix': 'theirs', 'encrypted': false,
                 'dest': {'provider': 'file', 'bucket': '%s', 'accessKeyId': 'none', 'secretAccessKey': 'none'}}
                """.formatted(directory.resolve("backups")));
        String runs = "/backup-configs/" + id("backup-configs") + "/runs";
        Awaiting.answer(
                () -> owner.get(runs).json().at("/0/status").asText(), "succeeded"::equals, "The file is not copied");
        ids.put("backup-configs/runs", owner.get(runs).json().at("/0/id").asText());
    }

    private void add(String list, String body) throws IOException, InterruptedException {
        Reply reply = owner.post("/" + list, text(body));
        if (reply.status() != 201) {
            throw new AssertionError("POST /" + list + " answers " + reply.body());
        }
        ids.put(list, id(reply.json()));
    }

    private static String id(JsonNode made) {
        return made.path("id").asText();
    }

    /** @param list such as {@code mail/domains} */
    public String id(String list) {
        String id = ids.get(list);
        if (id == null) {
            throw new AssertionError("Say what there is of " + list);
        }
        return id;
    }

    /** Of everything. */
    public List<String> ids() {
        return List.copyOf(ids.values());
    }

    /** A body with ' for ", and lists in braces for the ids of what is in them. */
    public String text(String body) {
        String text = body.replace('\'', '"');
        for (Map.Entry<String, String> each : ids.entrySet()) {
            text = text.replace("{" + each.getKey() + "}", each.getValue());
        }
        return text;
    }

    /** Where a route finds what it is about. */
    public String path(String template) {
        String known = template.startsWith("/backup-configs/{id}/runs/")
                ? template.replace("{runId}", id("backup-configs/runs"))
                : template;
        return template.contains("{id}") ? path(known, idOf(template)) : path(known, "");
    }

    private String idOf(String template) {
        return id(template.substring(1, template.indexOf("/{id}")));
    }

    /** The same about another object, with the query that it needs. */
    public static String path(String template, String id) {
        String path = template.replace("{id}", id)
                .replace("{schema}", "main")
                .replace("{table}", "t")
                .replace("{queryId}", "q")
                .replace("{hookId}", "hook_00000000000000000000000000")
                .replace("{planId}", "plan_00000000000000000000000000")
                .replace("{deliveryId}", "dlv_00000000000000000000000000")
                .replace("{runId}", "run_00000000000000000000000000");
        if (template.endsWith("/value")) {
            return path + "?pk=%7B%22id%22%3A1%7D&column=a";
        }
        if (template.endsWith("/series")) {
            return path + "?metric=cpu&range=1h";
        }
        if (template.startsWith("/servers/{id}/logs")) {
            return path + "?path=/etc/hostname";
        }
        if (template.endsWith("/discovered-apps")) {
            return path + "?runtime=systemd";
        }
        return template.endsWith("/marks") ? path + "?range=1h" : path;
    }
}
