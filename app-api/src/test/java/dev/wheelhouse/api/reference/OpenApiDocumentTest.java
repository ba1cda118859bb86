package dev.wheelhouse.api.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.error.ProblemCatalog;
import dev.wheelhouse.api.testing.OpenApiContract;
import dev.wheelhouse.core.platform.caller.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenApiDocumentTest {

    private final OpenApiContract contract = new OpenApiContract();
    private final JsonNode document = contract.document();

    @Test
    void everyReferencePointsToSomething() {
        List<JsonNode> references = document.findParents("$ref");
        assertThat(references)
                .isNotEmpty()
                .allSatisfy(
                        node -> assertThat(contract.resolve(node).isObject()).isTrue());
    }

    @Test
    void everyOperationHasItsOwnIdASummaryAndAKnownTag() {
        List<String> tags = new ArrayList<>();
        document.path("tags").forEach(tag -> tags.add(tag.path("name").asText()));
        assertThat(contract.operations().stream()
                        .map(operation -> operation.node().path("operationId").asText()))
                .doesNotContain("")
                .doesNotHaveDuplicates();
        assertThat(contract.operations()).allSatisfy(operation -> {
            assertThat(operation.node().path("summary").asText()).isNotEmpty();
            assertThat(tags).contains(operation.node().at("/tags/0").asText());
            assertThat(operation.node().path("responses").has("default")).isTrue();
        });
    }

    @Test
    void listsExactlyTheCodesOfTheCatalog() {
        assertThat(words("ProblemCode"))
                .containsExactlyElementsOf(new ProblemCatalog()
                        .rows().stream().map(ProblemCatalog.Row::code).toList());
    }

    @Test
    void listsExactlyTheScopes() {
        assertThat(words("Scope"))
                .containsExactlyElementsOf(
                        Arrays.stream(Scope.values()).map(Scope::wireName).toList());
    }

    @Test
    void everyTextAnswerHasAnExampleSinceNoneCanBeMadeUp() {
        for (OpenApiContract.Operation operation : contract.operations()) {
            for (Map.Entry<String, JsonNode> response :
                    operation.node().path("responses").properties()) {
                for (Map.Entry<String, JsonNode> content :
                        contract.resolve(response.getValue()).path("content").properties()) {
                    assertThat(content.getKey().endsWith("json")
                                    || content.getValue().has("example"))
                            .as(operation.path() + " " + response.getKey() + " " + content.getKey())
                            .isTrue();
                }
            }
        }
    }

    /** What generators of clients make classes and numbers of; each of these once gave one that did not compile or work. */
    @Test
    void hasOnlySchemasThatClientsCanBeGeneratedFrom() {
        for (Map.Entry<String, JsonNode> schema :
                document.at("/components/schemas").properties()) {
            for (Map.Entry<String, JsonNode> part : schema.getValue().properties()) {
                checkParts(schema.getKey() + "." + part.getKey(), part.getValue());
            }
            checkNumber(schema.getKey(), schema.getValue());
        }
        checkParts("paths", document.path("paths"));
    }

    private static void checkParts(String path, JsonNode node) {
        assertThat(node.path("properties").isObject() && !node.path("type").isObject())
                .as("An object has a name among the schemas: " + path)
                .isFalse();
        checkNumber(path, node);
        node.properties().forEach(each -> checkParts(path + "." + each.getKey(), each.getValue()));
        for (int i = 0; i < node.size() && node.isArray(); i++) {
            checkParts(path + "[" + i + "]", node.get(i));
        }
    }

    private static void checkNumber(String path, JsonNode node) {
        List<String> types = new ArrayList<>();
        if (node.path("type").isArray()) {
            node.path("type").forEach(each -> types.add(each.asText()));
        }
        types.remove("null");
        assertThat(types).as("One type, and null: " + path).hasSizeLessThan(2);
        boolean isInteger =
                types.contains("integer") || node.path("type").asText().equals("integer");
        boolean isShort = node.path("maximum").isInt() || node.has("enum");
        assertThat(!isInteger || isShort || node.path("format").asText().equals("int64"))
                .as("An integer has a maximum that fits 32 bits, or the format int64: " + path)
                .isTrue();
    }

    private List<String> words(String schema) {
        List<String> words = new ArrayList<>();
        document.at("/components/schemas/" + schema + "/enum").forEach(word -> words.add(word.asText()));
        return words;
    }

    @Test
    void namesEachCodeOnlyUnderItsStatus() {
        ProblemCatalog catalog = new ProblemCatalog();
        for (OpenApiContract.Operation operation : contract.operations()) {
            for (Map.Entry<String, JsonNode> response :
                    operation.node().path("responses").properties()) {
                JsonNode resolved = contract.resolve(response.getValue());
                resolved.path("x-codes").forEach(code -> {
                    int status = catalog.find(code.asText()).orElseThrow().status();
                    if (response.getKey().equals("default")) {
                        assertThat(resolved.path("x-statuses").toString()).contains(String.valueOf(status));
                    } else {
                        assertThat(response.getKey()).isEqualTo(String.valueOf(status));
                    }
                });
            }
        }
    }

    @Test
    void everyExampleHasTheShapeOfItsSchema() {
        for (OpenApiContract.Operation operation : contract.operations()) {
            checkExamples(operation.path(), operation.node().at("/requestBody/content"));
            operation
                    .node()
                    .path("responses")
                    .forEach(response -> checkExamples(
                            operation.path(), contract.resolve(response).path("content")));
        }
    }

    private void checkExamples(String what, JsonNode content) {
        content.properties().stream()
                .filter(each ->
                        each.getKey().endsWith("json") && each.getValue().has("example"))
                .forEach(each -> contract.checkSchema(
                        what,
                        each.getValue().path("schema"),
                        each.getValue().path("example").toString()));
    }
}
