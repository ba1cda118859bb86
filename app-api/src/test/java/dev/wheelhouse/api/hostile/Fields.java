package dev.wheelhouse.api.hostile;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.wheelhouse.api.testing.OpenApiContract;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fields of a schema that take text, and bodies with something else in one of them. */
final class Fields {

    /** A name that no schema knows, where one may be chosen. */
    private static final String CHOSEN = "CHOSEN";

    private final OpenApiContract contract;

    Fields(OpenApiContract contract) {
        this.contract = contract;
    }

    /** Where text may stand; of a list its first place, of a map one name. */
    Set<JsonPointer> ofText(JsonNode schema) {
        Set<JsonPointer> found = new LinkedHashSet<>();
        collect(schema, JsonPointer.empty(), found);
        return found;
    }

    /** The schema of what is there; missing where it is one of several. */
    JsonNode at(JsonNode schema, JsonPointer place) {
        JsonNode resolved = contract.resolve(schema);
        if (place.matches()) {
            return resolved;
        }
        JsonNode part = place.mayMatchElement()
                ? resolved.path("items")
                : resolved.path("properties").path(place.getMatchingProperty());
        return at(part, place.tail());
    }

    private void collect(JsonNode unresolved, JsonPointer at, Set<JsonPointer> found) {
        JsonNode schema = contract.resolve(unresolved);
        if (is(schema, "string") || schema.has("enum")) {
            found.add(at);
        }
        for (String choice : new String[] {"oneOf", "anyOf", "allOf"}) {
            schema.path(choice).forEach(each -> collect(each, at, found));
        }
        for (Map.Entry<String, JsonNode> each : schema.path("properties").properties()) {
            collect(each.getValue(), at.appendProperty(each.getKey()), found);
        }
        JsonNode more = schema.path("additionalProperties");
        if (more.isObject()) {
            collect(more, at.appendProperty(CHOSEN), found);
        } else if (more.asBoolean()) {
            found.add(at.appendProperty(CHOSEN));
        }
        if (schema.has("items")) {
            collect(schema.get("items"), at.appendIndex(0), found);
        }
        boolean isAnything =
                !schema.has("type") && !schema.has("oneOf") && !schema.has("anyOf") && !schema.has("allOf");
        if (isAnything) {
            found.add(at.appendProperty(CHOSEN));
        }
    }

    private static boolean is(JsonNode schema, String type) {
        if (schema.path("type").isArray()) {
            for (JsonNode each : schema.path("type")) {
                if (each.asText().equals(type)) {
                    return true;
                }
            }
        }
        return schema.path("type").asText().equals(type);
    }

    /** Where the objects of a body are. */
    static List<JsonPointer> objects(JsonNode body) {
        List<JsonPointer> found = new ArrayList<>();
        collectObjects(body, JsonPointer.empty(), found);
        return found;
    }

    private static void collectObjects(JsonNode node, JsonPointer at, List<JsonPointer> found) {
        if (node.isObject()) {
            found.add(at);
        }
        node.properties().forEach(each -> collectObjects(each.getValue(), at.appendProperty(each.getKey()), found));
        for (int i = 0; i < node.size() && node.isArray(); i++) {
            collectObjects(node.get(i), at.appendIndex(i), found);
        }
    }

    /** The body with this text there; what is missing on the way is made, and what a list holds goes. */
    static JsonNode with(JsonNode body, JsonPointer at, String text) {
        if (at.matches()) {
            return JsonNodeFactory.instance.textNode(text);
        }
        if (at.mayMatchElement()) {
            JsonNode first = with(body.path(at.getMatchingIndex()), at.tail(), text);
            return JsonNodeFactory.instance.arrayNode().add(first);
        }
        ObjectNode copy = body instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        boolean isFree = at.getMatchingProperty().equals(CHOSEN) && !copy.isEmpty();
        String name = isFree ? copy.fieldNames().next() : at.getMatchingProperty();
        copy.set(name, with(copy.path(name), at.tail(), text));
        return copy;
    }
}
