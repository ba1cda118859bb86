package dev.wheelhouse.api.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Reads the schemas of a document: follows references, flattens objects into rows, makes up examples. */
final class Schemas {

    /** Deeper members are left to the schema's own words; it also ends recursion. */
    private static final int MAX_DEPTH = 4;

    private static final int MAX_LISTED_WORDS = 12;

    /**
     * One member of an object.
     *
     * @param path dotted, {@code []} for items
     * @param schema followed through references
     */
    record Row(String path, boolean required, JsonNode schema) {}

    private final JsonNode document;
    private final ObjectMapper mapper = new ObjectMapper();

    Schemas(JsonNode document) {
        this.document = document;
    }

    /** The node itself, or what its {@code $ref} points to within the document. */
    JsonNode resolve(JsonNode node) {
        JsonNode current = node;
        while (current.has("$ref")) {
            current = document.at(current.get("$ref").asText().substring(1));
        }
        return current;
    }

    List<Row> rows(JsonNode schema) {
        List<Row> rows = new ArrayList<>();
        addRows(resolve(schema), "", 0, rows);
        return rows;
    }

    private void addRows(JsonNode schema, String prefix, int depth, List<Row> rows) {
        if (depth > MAX_DEPTH) {
            return;
        }
        if (schema.has("items")) {
            addRows(resolve(schema.get("items")), prefix + "[]", depth + 1, rows);
            return;
        }
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
            JsonNode resolved = resolve(member.getValue());
            String path = prefix.isEmpty() ? member.getKey() : prefix + "." + member.getKey();
            rows.add(new Row(path, required.contains(member.getKey()), resolved));
            addRows(resolved, path, depth + 1, rows);
        }
        schema.path("allOf").forEach(part -> addRows(resolve(part), prefix, depth + 1, rows));
    }

    /** In words: {@code array of string}, {@code string (date-time)}. */
    String type(JsonNode schema) {
        JsonNode resolved = resolve(schema);
        for (String alternatives : List.of("anyOf", "oneOf")) {
            if (resolved.has(alternatives)) {
                StringJoiner words = new StringJoiner(" or ");
                resolved.get(alternatives).forEach(one -> words.add(type(one)));
                return words.toString();
            }
        }
        JsonNode type = resolved.path("type");
        if (type.isArray()) {
            StringJoiner words = new StringJoiner(" or ");
            type.forEach(one -> words.add(one.asText()));
            return words.toString();
        }
        if (resolved.has("items")) {
            return "array of " + type(resolved.get("items"));
        }
        String format = resolved.has("format") ? " (" + resolved.get("format").asText() + ")" : "";
        return type.asText("any") + format;
    }

    /** Bounds, default and allowed words in one line; empty when there are none. */
    String facts(JsonNode schema) {
        StringJoiner facts = new StringJoiner(" · ");
        JsonNode resolved = resolve(schema);
        JsonNode words = resolved.has("items") ? resolve(resolved.get("items")).path("enum") : resolved.path("enum");
        if (words.size() > 0 && words.size() <= MAX_LISTED_WORDS) {
            StringJoiner list = new StringJoiner(", ");
            words.forEach(word -> list.add(word.asText()));
            facts.add("one of " + list);
        }
        addFact(facts, resolved, "const", "always ");
        addFact(facts, resolved, "minimum", "at least ");
        addFact(facts, resolved, "maximum", "at most ");
        addFact(facts, resolved, "minLength", "shortest ");
        addFact(facts, resolved, "maxLength", "longest ");
        addFact(facts, resolved, "minItems", "fewest ");
        addFact(facts, resolved, "maxItems", "most ");
        addFact(facts, resolved, "default", "default ");
        return facts.toString();
    }

    private static void addFact(StringJoiner facts, JsonNode schema, String keyword, String words) {
        if (schema.has(keyword)) {
            facts.add(words + schema.get(keyword).asText());
        }
    }

    /** An example in indented JSON: the given one, or one made of the schema's own. */
    String example(JsonNode mediaType) {
        JsonNode given = mediaType.has("example") ? mediaType.get("example") : example(mediaType.path("schema"), 0);
        return given.toPrettyString();
    }

    private JsonNode example(JsonNode schema, int depth) {
        JsonNode resolved = resolve(schema);
        for (String keyword : List.of("example", "const", "default")) {
            if (resolved.has(keyword)) {
                return resolved.get(keyword);
            }
        }
        if (resolved.path("examples").size() > 0) {
            return resolved.get("examples").get(0);
        }
        if (resolved.path("enum").size() > 0) {
            return resolved.get("enum").get(0);
        }
        if (resolved.has("anyOf")) {
            return example(resolved.get("anyOf").get(0), depth);
        }
        if (resolved.has("items")) {
            ArrayNode array = mapper.createArrayNode();
            return depth > MAX_DEPTH ? array : array.add(example(resolved.get("items"), depth + 1));
        }
        return exampleOfType(resolved, depth);
    }

    private JsonNode exampleOfType(JsonNode schema, int depth) {
        JsonNode type = schema.path("type");
        return switch (type.isArray() ? type.get(0).asText() : type.asText()) {
            case "integer", "number" ->
                mapper.getNodeFactory().numberNode(schema.path("minimum").asLong(1));
            case "boolean" -> mapper.getNodeFactory().booleanNode(true);
            case "string" ->
                TextNode.valueOf(schema.path("format").asText().equals("date-time") ? "2026-01-02T03:04:05.678Z" : "…");
            default -> exampleOfObject(schema, depth);
        };
    }

    private ObjectNode exampleOfObject(JsonNode schema, int depth) {
        ObjectNode object = mapper.createObjectNode();
        if (depth <= MAX_DEPTH) {
            for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
                object.set(member.getKey(), example(member.getValue(), depth + 1));
            }
        }
        return object;
    }
}
