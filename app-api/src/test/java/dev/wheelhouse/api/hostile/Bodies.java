package dev.wheelhouse.api.hostile;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.api.testing.Belongings;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.api.testing.OpenApiContract.Operation;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Bodies that operations take as they are, so that whatever is put into one of their fields is all that is wrong with them.
 * Where the document's example is about something that is not there, or has not every field, they stand here.
 */
final class Bodies {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String SOURCE = """
            {'cloneUrl': '{repository}', 'branch': 'main', 'directory': 'a', 'watchPaths': ['a/**'],
             'build': {'command': ['true'], 'context': 'b'}, 'preDeploy': ['true'], 'postDeploy': ['true'],
             'healthCheck': {'command': ['true'], 'withinSeconds': 5}, 'sharedPaths': ['data'],
             'deployDirectory': '/srv/shop', 'pollSeconds': 60}
            """;
    private static final String PROVIDED = """
            {'connectionId': '{vcs-connections}', 'owner': 'team', 'name': 'shop',
             'healthCheck': {'url': 'http://127.0.0.1:1/', 'expect': 'ok'}}
            """;
    private static final String DEST =
            "{'provider': 'file', 'bucket': '{backups}', 'accessKeyId': 'none', 'secretAccessKey': 'none'}";
    private static final String BUCKET = """
            {'provider': 'minio', 'region': 'eu-1', 'endpoint': '{server}', 'bucket': 'bucket',
             'accessKeyId': 'none', 'secretAccessKey': 'none'}
            """;

    private static final Map<String, List<String>> WRITTEN = Map.ofEntries(
            Map.entry(
                    "PATCH /servers/{id}",
                    List.of(
                            "{}",
                            "{'auth': {'type': 'password', 'password': 'p'}}",
                            "{'auth': {'type': 'key', 'privateKey': '{key}'}}")),
            Map.entry(
                    "PATCH /mail/domains/{id}",
                    List.of(
                            "{}",
                            "{'dnsMode': 'managed', 'dns': {'provider': 'rfc2136', 'server': '127.0.0.1', 'port': 1, 'zone': 'example.com', 'tsigName': 'k', 'tsigSecret': 'c2VjcmV0'}}",
                            "{'dnsMode': 'managed', 'dns': {'provider': 'powerdns', 'url': 'http://127.0.0.1:1', 'token': 't'}}")),
            Map.entry("PATCH /members/{id}", List.of("{'role': 'owner'}")),
            Map.entry(
                    "POST /servers",
                    List.of(
                            "{'name': 's', 'kind': 'ssh', 'host': '127.0.0.1', 'port': 1, 'user': 'u', 'auth': {'type': 'password', 'password': 'p'}}",
                            "{'name': 's', 'kind': 'ssh', 'host': '127.0.0.1', 'port': 1, 'user': 'u', 'auth': {'type': 'key', 'privateKey': '{key}'}}")),
            Map.entry(
                    "POST /servers/test",
                    List.of(
                            "{'host': '127.0.0.1', 'port': 1, 'user': 'u', 'auth': {'type': 'password', 'password': 'p'}}",
                            "{'host': '127.0.0.1', 'port': 1, 'user': 'u', 'auth': {'type': 'key', 'privateKey': '{key}'}}",
                            "{'host': '127.0.0.1', 'port': 1, 'user': 'u', 'auth': {'type': 'agent'}, 'serverId': '{servers}'}")),
            Map.entry(
                    "PUT /servers/{id}/metrics/source",
                    List.of("{'baseUrl': '{server}', 'labels': {'a': 'b'}, 'token': 't'}")),
            Map.entry(
                    "POST /db-connections",
                    List.of(
                            "{'name': 'p', 'engine': 'postgresql', 'host': '127.0.0.1', 'port': 1, 'database': 'd', 'user': 'u', 'password': 'p', 'environment': 'staging', 'color': '#102030', 'ssl': 'disable'}",
                            "{'name': 'p', 'engine': 'sqlite', 'path': '{file}', 'create': true, 'environment': 'staging'}")),
            Map.entry("POST /db-connections/sample", List.of("{'directory': '{samples}'}")),
            Map.entry(
                    "POST /db-connections/test",
                    List.of(
                            "{'engine': 'postgresql', 'host': '127.0.0.1', 'port': 1, 'database': 'd', 'user': 'u', 'password': 'p', 'ssl': 'disable'}",
                            "{'engine': 'sqlite', 'path': '{file}', 'connectionId': '{db-connections}'}")),
            Map.entry(
                    "POST /db-connections/{id}/query",
                    List.of("{'sql': 'SELECT :a AS a', 'params': {'a': 'x'}, 'queryId': 'q'}")),
            Map.entry(
                    "POST /db-connections/{id}/explain",
                    List.of("{'sql': 'SELECT :a AS a', 'params': {'a': 'x'}, 'queryId': 'q'}")),
            Map.entry(
                    "POST /db-connections/{id}/edits",
                    List.of(
                            "{'edits': [{'op': 'update', 'schema': 'main', 'table': 't', 'values': {'a': 'y'}, 'pk': {'id': 1}}]}")),
            Map.entry(
                    "POST /db-connections/{id}/edits/preview",
                    List.of(
                            "{'edits': [{'op': 'update', 'schema': 'main', 'table': 't', 'values': {'a': 'y'}, 'pk': {'id': 1}}]}")),
            Map.entry(
                    "POST /db-connections/{id}/export",
                    List.of(
                            "{'schema': 'main', 'table': 't', 'filters': 'a.eq.x', 'sort': 'id', 'format': 'csv'}",
                            "{'sql': 'SELECT :a AS a', 'params': {'a': 'x'}, 'format': 'json'}")),
            Map.entry(
                    "POST /apps",
                    List.of(
                            "{'name': 'a', 'serverId': '{servers}', 'runtime': 'process', 'restart': 'never', 'command': ['true'], 'directory': '/tmp', 'environment': {'A': 'b'}}",
                            "{'name': 'a', 'serverId': '{servers}', 'runtime': 'process', 'command': ['true'], 'source': "
                                    + SOURCE + "}",
                            "{'name': 'a', 'serverId': '{servers}', 'runtime': 'systemd', 'unit': 'a.service', 'source': "
                                    + PROVIDED + "}",
                            "{'name': 'a', 'serverId': '{servers}', 'runtime': 'container', 'image': 'alpine:3', 'ports': ['8080:80'], 'command': ['true'], 'volumes': ['/srv:/srv'], 'engine': '/run/docker.sock', 'source': {'cloneUrl': '{repository}', 'build': {'dockerfile': 'Dockerfile'}, 'switchCommand': ['true']}}")),
            Map.entry("POST /apps/{id}/deployments", List.of("{'ref': 'main'}")),
            Map.entry("POST /backup-configs/{id}/plan", List.of("{'targetDirectory': '{restored}'}")),
            Map.entry("POST /backup-configs/{id}/runs/{runId}/restore", List.of("{'targetDirectory': '{restored}'}")),
            Map.entry("PUT /apps/{id}/source", List.of(SOURCE, PROVIDED)),
            Map.entry(
                    "POST /source-suggestions",
                    List.of("{'cloneUrl': '{repository}', 'branch': 'main', 'directory': 'a', 'runtime': 'process'}")),
            Map.entry(
                    "POST /schedules",
                    List.of(
                            "{'name': 's', 'serverId': '{servers}', 'command': 'true', 'cron': '0 0 29 2 *', 'timeZone': 'UTC', 'overlap': 'skip', 'missed': 'skip'}")),
            Map.entry("POST /schedules/test", List.of("{'serverId': 'local', 'command': 'true', 'timeoutSeconds': 5}")),
            Map.entry(
                    "POST /backup-configs/pitr",
                    List.of("{'serverId': 'local', 'databaseId': '{db-connections}', 'schedule': '0 3 29 2 *', 'dest': "
                            + DEST + ", 'prefix': 'p', 'login': {'user': 'u', 'password': 'p'}}")),
            Map.entry(
                    "POST /backup-configs/adopt",
                    List.of("{'serverId': 'local', 'dest': " + DEST + ", 'prefix': 'p', 'recoveryText': 'WH1-0'}")),
            Map.entry(
                    "POST /backup-configs/test",
                    List.of(
                            "{'type': 'sqlite', 'databaseId': '{db-connections}', 'schedule': '0 3 29 2 *', 'timeZone': 'UTC', 'dest': "
                                    + DEST + ", 'prefix': 'p'}",
                            "{'type': 'sqlite', 'databaseId': '{db-connections}', 'schedule': '0 3 29 2 *', 'dest': "
                                    + BUCKET + ", 'prefix': 'p'}")),
            Map.entry(
                    "POST /backup-configs",
                    List.of(
                            "{'type': 'sqlite', 'serverId': 'local', 'databaseId': '{db-connections}', 'schedule': '0 3 29 2 *', 'timeZone': 'UTC', 'dest': "
                                    + DEST + ", 'prefix': 'p', 'encrypted': false}")),
            Map.entry(
                    "POST /notification-channels",
                    List.of(
                            "{'kind': 'slack', 'name': 'c', 'url': 'http://127.0.0.1:1/x', 'events': ['deploy.failed']}",
                            "{'kind': 'telegram', 'name': 'c', 'botToken': '123456:abcdefghijklmnopqrstuvwxyz-ABCDEFGH', 'chatId': '@shop_ops', 'events': ['deploy.failed']}",
                            "{'kind': 'email', 'name': 'c', 'to': 'ops@example.com', 'events': ['deploy.failed']}")),
            Map.entry(
                    "POST /vcs-connections",
                    List.of("{'kind': 'gitea', 'name': 'v', 'baseUrl': 'http://127.0.0.1:1', 'token': 't'}")),
            Map.entry(
                    "POST /vcs-connections/test",
                    List.of("{'kind': 'gitea', 'name': 'v', 'baseUrl': 'http://127.0.0.1:1', 'token': 't'}")),
            Map.entry(
                    "POST /vcs-connections/{id}/webhooks",
                    List.of("{'appId': '{apps}', 'owner': 'team', 'name': 'shop'}")),
            Map.entry("POST /conversations/{id}/messages", List.of("{'content': '/servers'}")),
            Map.entry(
                    "POST /mail/instances",
                    List.of(
                            "{'name': 'm', 'hostname': 'mail2.example.com', 'ipv4': ['192.0.2.10'], 'ipv6': ['2001:db8::10'], 'serverId': '{servers}', 'dkimKeyType': 'ed25519'}")),
            Map.entry(
                    "POST /mail/domains",
                    List.of(
                            "{'mailInstanceId': '{mail/instances}', 'fqdn': 'a.example.com', 'dnsMode': 'manual', 'dkimSelector': 's', 'inboxSubdomain': 'in'}",
                            "{'mailInstanceId': '{mail/instances}', 'fqdn': 'a.example.com', 'dnsMode': 'managed', 'dns': {'provider': 'rfc2136', 'server': '127.0.0.1', 'port': 1, 'zone': 'example.com', 'tsigName': 'k', 'tsigAlgorithm': 'hmac-sha256', 'tsigSecret': 'c2VjcmV0'}}",
                            "{'mailInstanceId': '{mail/instances}', 'fqdn': 'a.example.com', 'dnsMode': 'managed', 'dns': {'provider': 'powerdns', 'url': 'http://127.0.0.1:1', 'token': 't'}}")),
            Map.entry(
                    "POST /outbound-webhooks", List.of("{'url': 'http://127.0.0.1:1/', 'events': ['deploy.failed']}")),
            Map.entry(
                    "PATCH /settings",
                    List.of(
                            "{}",
                            "{'smtp': {'host': '127.0.0.1', 'port': 1, 'security': 'none', 'user': 'u', 'password': 'p', 'from': 'a@example.com'}}",
                            "{'assistant': {'baseUrl': 'http://127.0.0.1:1', 'model': 'm', 'apiKey': 'k'}}")),
            Map.entry(
                    "POST /vault/passphrase",
                    List.of("{'newPassphrase': 'a passphrase of some length', 'confirm': true}")),
            Map.entry("POST /vault/unlock", List.of("{'passphrase': 'a passphrase of some length'}")),
            Map.entry("PATCH /backup-configs/{id}/runs/{runId}", List.of("{'keep': true}")),
            Map.entry("POST /members/invites/accept", List.of("{'token': '0000-0000-0000-0000-0000-0000-0000-0000'}")));

    private final OpenApiContract contract;
    private final Belongings belongings;
    private final Path directory;
    private final String server;
    private final String key;

    /**
     * @param directory where files may lie that bodies speak of
     * @param server the URL of one that answers
     */
    Bodies(OpenApiContract contract, Belongings belongings, Path directory, String server)
            throws GeneralSecurityException {
        this.contract = contract;
        this.belongings = belongings;
        this.directory = directory;
        this.server = server;
        byte[] encoded = KeyPairGenerator.getInstance("Ed25519")
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        this.key = "-----BEGIN PRIVATE KEY-----\\n" + Base64.getEncoder().encodeToString(encoded)
                + "\\n-----END PRIVATE KEY-----\\n";
    }

    /**
     * Those that take JSON. Those that change what the others are about come after them, and those that close the vault last.
     */
    List<Operation> operations() {
        return contract.operations().stream()
                .filter(each -> !schema(each).isMissingNode())
                .sorted(Comparator.comparingInt(each ->
                        each.path().startsWith("/vault") ? 2 : each.method().equals("PATCH") ? 1 : 0))
                .toList();
    }

    /** The schema of what is sent as JSON; missing where nothing is. */
    JsonNode schema(Operation operation) {
        return contract.resolve(operation.node().path("requestBody"))
                .path("content")
                .path("application/json")
                .path("schema");
    }

    /** All that are known, at least one. */
    List<JsonNode> of(Operation operation) {
        List<String> written = WRITTEN.get(operation.method() + " " + operation.path());
        if (written != null) {
            return written.stream().map(this::filled).toList();
        }
        JsonNode example = operation.node().at("/requestBody/content/application~1json/example");
        return List.of(example.isMissingNode() ? required(operation) : filled(example.toString()));
    }

    /** The one that has the field, or else most of the way to it. */
    JsonNode with(Operation operation, JsonPointer place) {
        List<JsonNode> all = of(operation);
        for (JsonPointer at = place; at != null; at = at.head()) {
            for (JsonNode each : all) {
                if (!each.at(at).isMissingNode()) {
                    return each;
                }
            }
        }
        return all.getFirst();
    }

    private JsonNode filled(String body) {
        String text = belongings
                .text(body)
                .replace("{backups}", directory.resolve("more-backups").toString())
                .replace("{server}", server)
                .replace("{repository}", directory.resolve("shop.git").toString())
                .replace("{restored}", directory.resolve("restored").toString())
                .replace("{samples}", directory.resolve("samples").toString())
                .replace("{file}", directory.resolve("made.db").toString())
                .replace("{key}", key);
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    /** What has to be there, as the schema has it for an example. */
    private JsonNode required(Operation operation) {
        JsonNode schema = contract.resolve(schema(operation));
        var body = JSON.createObjectNode();
        for (JsonNode name : schema.path("required")) {
            JsonNode field = contract.resolve(schema.path("properties").path(name.asText()));
            JsonNode value = field.has("example") ? field.get("example") : field.path("minimum");
            body.set(name.asText(), value);
        }
        return body;
    }
}
