package dev.wheelhouse.api.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Renders one operation of the document. */
final class OperationSection {

    /** Says nothing about its members, so an example would say nothing either. */
    private static final JsonNode FREE_OBJECT =
            JsonNodeFactory.instance.objectNode().put("type", "object");

    private final Schemas schemas;
    private final Html html;

    OperationSection(Schemas schemas, Html html) {
        this.schemas = schemas;
        this.html = html;
    }

    void render(String method, String path, JsonNode operation) {
        html.raw("<article id=\"" + Html.escape(operation.path("operationId").asText()) + "\"><header>");
        html.element("span", "method " + method, method.toUpperCase(Locale.ROOT));
        html.element("span", "path", path);
        html.element("span", "scope", access(operation));
        html.raw("</header>");
        html.element("h3", "", operation.path("summary").asText());
        html.prose(operation.path("description").asText());
        renderParameters(operation.path("parameters"));
        renderRequest(operation.path("requestBody"));
        renderExampleCall(method, path, operation);
        renderResponses(operation.path("responses"));
        html.raw("</article>");
    }

    private static String access(JsonNode operation) {
        if (operation.has("security") && operation.get("security").isEmpty()) {
            return "no credential";
        }
        return operation.has("x-required-scope")
                ? "scope " + operation.get("x-required-scope").asText()
                : "any credential";
    }

    private void renderParameters(JsonNode parameters) {
        if (parameters.isEmpty()) {
            return;
        }
        html.element("h4", "", "Parameters");
        html.raw(
                "<div class=\"table\"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead>");
        for (JsonNode reference : parameters) {
            JsonNode parameter = schemas.resolve(reference);
            html.raw("<tr><td>").element("code", "", parameter.path("name").asText());
            mark(parameter.path("required").asBoolean());
            html.raw("</td><td>").text(parameter.path("in").asText()).raw("</td>");
            html.element("td", "type", schemas.type(parameter.path("schema")));
            meaning(parameter.path("description").asText(), parameter.path("schema"));
            html.raw("</tr>");
        }
        html.raw("</table></div>");
    }

    private void renderRequest(JsonNode reference) {
        JsonNode body = schemas.resolve(reference);
        for (Map.Entry<String, JsonNode> content : body.path("content").properties()) {
            String optional = body.path("required").asBoolean() ? "" : ", may be left out";
            html.element("h4", "", "Request body (" + content.getKey() + optional + ")");
            renderContent(content.getKey(), content.getValue());
        }
    }

    private void renderContent(String mediaType, JsonNode content) {
        renderSchema(content.path("schema"));
        boolean hasShape = content.has("example") || !content.path("schema").equals(FREE_OBJECT);
        if (!mediaType.endsWith("json") && content.has("example")) {
            html.raw("<pre><code>").text(content.get("example").asText()).raw("</code></pre>");
        }
        if (mediaType.endsWith("json") && hasShape) {
            html.raw("<pre><code>").text(schemas.example(content)).raw("</code></pre>");
        }
    }

    private void renderSchema(JsonNode schema) {
        List<Schemas.Row> rows = schemas.rows(schema);
        if (rows.isEmpty()) {
            return;
        }
        html.raw("<div class=\"table\"><table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>");
        for (Schemas.Row row : rows) {
            html.raw("<tr><td>").element("code", "", row.path());
            mark(row.required());
            html.raw("</td>").element("td", "type", schemas.type(row.schema()));
            meaning(row.schema().path("description").asText(), row.schema());
            html.raw("</tr>");
        }
        html.raw("</table></div>");
    }

    private void mark(boolean required) {
        if (required) {
            html.raw(" ").element("span", "required", "required");
        }
    }

    private void meaning(String description, JsonNode schema) {
        html.raw("<td>").raw(Html.inline(description));
        String facts = schemas.facts(schema);
        if (!facts.isEmpty()) {
            html.raw(" ").element("span", "facts", facts);
        }
        html.raw("</td>");
    }

    private void renderExampleCall(String method, String path, JsonNode operation) {
        StringBuilder call = new StringBuilder("curl");
        if (!method.equals("get")) {
            call.append(" -X ").append(method.toUpperCase(Locale.ROOT));
        }
        if (!(operation.has("security") && operation.get("security").isEmpty())) {
            // From the file: a token in a copied line ends up in a shell's history.
            call.append(" -H \"Authorization: Bearer $(cat \"$TOKEN_FILE\")\"");
        }
        JsonNode body = schemas.resolve(operation.path("requestBody")).path("content");
        body.fieldNames()
                .forEachRemaining(
                        type -> call.append(" -H 'Content-Type: ").append(type).append("' -d @body"));
        call.append(" \"$API").append(path).append('"');
        html.element("h4", "", "Call");
        html.raw("<pre><code>").text(call.toString()).raw("</code></pre>");
    }

    private void renderResponses(JsonNode responses) {
        for (Map.Entry<String, JsonNode> entry : responses.properties()) {
            JsonNode response = schemas.resolve(entry.getValue());
            if (!entry.getKey().startsWith("2")) {
                continue;
            }
            html.raw("<h4>Answer ").element("span", "status", entry.getKey()).raw("</h4>");
            html.prose(response.path("description").asText());
            for (Map.Entry<String, JsonNode> content : response.path("content").properties()) {
                renderContent(content.getKey(), content.getValue());
            }
        }
        renderErrors(responses);
    }

    private void renderErrors(JsonNode responses) {
        StringBuilder rows = new StringBuilder();
        for (Map.Entry<String, JsonNode> entry : responses.properties()) {
            if (entry.getKey().startsWith("4") || entry.getKey().startsWith("5")) {
                rows.append(errorRow(entry.getKey(), schemas.resolve(entry.getValue())));
            }
        }
        html.element("h4", "", "Errors");
        if (!rows.isEmpty()) {
            html.raw(
                    "<div class=\"table\"><table><thead><tr><th>Status</th><th>Codes</th><th>Meaning</th></tr></thead>");
            html.raw(rows + "</table></div>");
        }
        html.raw("<p class=\"facts\">" + (rows.isEmpty() ? "Only" : "And")
                + " <a href=\"#errors\">those of any operation</a>.</p>");
    }

    private static String errorRow(String status, JsonNode response) {
        StringJoiner codes = new StringJoiner(" ");
        response.path("x-codes").forEach(code -> codes.add("<code>" + Html.escape(code.asText()) + "</code>"));
        return "<tr><td class=\"status\">" + Html.escape(status) + "</td><td>" + codes + "</td><td>"
                + Html.inline(response.path("description").asText()) + "</td></tr>";
    }
}
