package dev.wheelhouse.api.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.reference.OpenApiDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** {@code openapi.yaml} as something that answers can be held against. Thread-safe. */
public final class OpenApiContract {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    /** One operation of the document. */
    public record Operation(String method, String path, JsonNode node) {}

    private final JsonNode document = OpenApiDocument.load().tree();
    private final List<Operation> operations = operations(document);
    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    public JsonNode document() {
        return document;
    }

    /** The node itself, or what its {@code $ref} points to. */
    public JsonNode resolve(JsonNode node) {
        JsonNode current = node;
        while (current.has("$ref")) {
            String pointer = current.get("$ref").asText().substring(1);
            current = document.at(pointer);
            assertThat(current.isMissingNode())
                    .as("openapi.yaml points to " + pointer)
                    .isFalse();
        }
        return current;
    }

    /** Every operation, in the document's order. */
    public List<Operation> operations() {
        return operations;
    }

    private static List<Operation> operations(JsonNode document) {
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> member : path.getValue().properties()) {
                String method = member.getKey().toUpperCase(Locale.ROOT);
                operations.add(new Operation(method, path.getKey(), member.getValue()));
            }
        }
        return List.copyOf(operations);
    }

    /**
     * Fails unless the document knows the operation, the status and the shape of the answer.
     *
     * @param path as requested, without query
     * @param contentType empty for none
     */
    public void check(String method, String path, int status, String contentType, String body) {
        String what = method + " " + path + " → " + status;
        Operation operation = find(method.equals("HEAD") ? "GET" : method, path)
                .orElseThrow(() -> new AssertionError(what + ": openapi.yaml has no such operation"));
        JsonNode response = response(operation, status)
                .orElseThrow(() -> new AssertionError(what + ": openapi.yaml does not know the status; body: " + body));
        JsonNode content = response.path("content");
        if (content.isEmpty()) {
            assertThat(body).as(what + " has no body by openapi.yaml").isEmpty();
            return;
        }
        String mediaType = contentType.split(";", -1)[0];
        assertThat(content.has(mediaType))
                .as("%s: openapi.yaml does not know the media type '%s'", what, contentType)
                .isTrue();
        if ((mediaType.equals("application/json") || mediaType.endsWith("+json")) && !method.equals("HEAD")) {
            checkSchema(what, content.get(mediaType).path("schema"), body);
        }
    }

    /** Fails unless the JSON text has the schema's shape. */
    public void checkSchema(String what, JsonNode schema, String body) {
        assertThat(errors(schema, body))
                .as("%s breaks openapi.yaml: %s", what, body)
                .isEmpty();
    }

    /** What of a JSON text has not the schema's shape. */
    public List<Error> errors(JsonNode schema, String body) {
        return schemas.computeIfAbsent(schema.toString(), _ -> compile(schema))
                .validate(
                        body,
                        InputFormat.JSON,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    }

    /** References start at the document's root, so the schema takes the components along. */
    private Schema compile(JsonNode schema) {
        ObjectNode self = schema.deepCopy();
        self.put("$schema", DIALECT);
        self.set("components", document.get("components"));
        return registry.getSchema(self.toString(), InputFormat.JSON);
    }

    private Optional<JsonNode> response(Operation operation, int status) {
        JsonNode responses = operation.node().path("responses");
        if (responses.has(String.valueOf(status))) {
            return Optional.of(resolve(responses.get(String.valueOf(status))));
        }
        JsonNode common = resolve(responses.path("default"));
        for (JsonNode known : common.path("x-statuses")) {
            if (known.asInt() == status) {
                return Optional.of(common);
            }
        }
        return Optional.empty();
    }

    private Optional<Operation> find(String method, String path) {
        String relative = path.startsWith(Route.BASE_PATH) ? path.substring(Route.BASE_PATH.length()) : path;
        String[] segments = relative.split("/", -1);
        return operations().stream()
                .filter(operation -> operation.method().equals(method))
                .filter(operation -> matches(operation.path().split("/", -1), segments))
                // A literal segment wins over a place.
                .min((one, other) -> Long.compare(places(one), places(other)));
    }

    private static boolean matches(String[] template, String[] segments) {
        if (template.length != segments.length) {
            return false;
        }
        for (int i = 0; i < template.length; i++) {
            if (!template[i].startsWith("{") && !template[i].equals(segments[i])) {
                return false;
            }
        }
        return true;
    }

    private static long places(Operation operation) {
        return operation.path().chars().filter(c -> c == '{').count();
    }
}
