package dev.wheelhouse.api.reference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.error.ProblemCatalog;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;

/** The whole document as one HTML page. Immutable. */
final class ReferencePage {

    private final JsonNode document;
    private final Schemas schemas;
    private final String style;

    ReferencePage(JsonNode document) {
        this.document = document;
        this.schemas = new Schemas(document);
        this.style = new String(
                OpenApiDocument.resource("/dev/wheelhouse/api/reference/reference.css"), StandardCharsets.UTF_8);
    }

    /** Allows the one style sheet by its hash, and nothing else (CSP level 3). */
    String contentSecurityPolicy() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
            return "default-src 'none'; style-src 'sha256-"
                    + Base64.getEncoder().encodeToString(hash)
                    + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    String html() {
        Html html = new Html();
        String title = document.at("/info/title").asText();
        html.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        html.element("title", "", title);
        html.raw("<style>" + style + "</style></head><body>");
        renderContents(html, title);
        html.raw("<main>").element("h1", "", title);
        html.element("p", "lead", document.at("/info/summary").asText());
        html.prose(document.at("/info/description").asText());
        for (JsonNode tag : document.path("tags")) {
            renderTag(html, tag);
        }
        renderErrors(html);
        html.raw("<footer>Version ").text(document.at("/info/version").asText());
        html.raw(" · <a href=\"openapi.json\">openapi.json</a> · <a href=\"openapi.yaml\">openapi.yaml</a></footer>");
        return html.raw("</main></body></html>").toString();
    }

    private void renderContents(Html html, String title) {
        html.raw("<nav aria-label=\"Contents\">").element("div", "brand", title);
        for (JsonNode tag : document.path("tags")) {
            String name = tag.path("name").asText();
            html.element("h2", "", name).raw("<ul>");
            forEachOperation(name, (method, path, operation) -> {
                html.raw("<li><a href=\"#"
                        + Html.escape(operation.path("operationId").asText()) + "\">");
                html.element("span", "method " + method, method.toUpperCase(Locale.ROOT));
                html.element("span", "", operation.path("summary").asText()).raw("</a></li>");
            });
            html.raw("</ul>");
        }
        html.raw("<h2>Errors</h2><ul><li><a href=\"#errors\">All error codes</a></li></ul></nav>");
    }

    private void renderTag(Html html, JsonNode tag) {
        String name = tag.path("name").asText();
        html.element("h2", "", name);
        html.prose(tag.path("description").asText());
        OperationSection section = new OperationSection(schemas, html);
        forEachOperation(name, section::render);
    }

    private void renderErrors(Html html) {
        html.raw("<h2 id=\"errors\">Errors</h2>");
        html.prose(schemas.resolve(document.at("/components/schemas/Problem"))
                .path("description")
                .asText());
        html.prose(document.at("/components/responses/Problem/description").asText());
        html.raw(
                "<div class=\"table\"><table><thead><tr><th>Status</th><th>Code</th><th>Title</th><th>Where</th></tr></thead>");
        String everywhere = document.at("/components/responses/Problem/x-codes").toString();
        for (ProblemCatalog.Row row : new ProblemCatalog().rows()) {
            html.raw("<tr>").element("td", "status", String.valueOf(row.status()));
            html.raw("<td>").element("code", "", row.code()).raw("</td>").element("td", "", row.title());
            boolean common = everywhere.contains("\"" + row.code() + "\"");
            html.element("td", "facts", common ? "any operation" : "where listed")
                    .raw("</tr>");
        }
        html.raw("</table></div>");
    }

    @FunctionalInterface
    private interface OperationVisitor {
        void visit(String method, String path, JsonNode operation);
    }

    private void forEachOperation(String tag, OperationVisitor visitor) {
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                if (operation.getValue().path("tags").path(0).asText().equals(tag)) {
                    visitor.visit(operation.getKey(), path.getKey(), operation.getValue());
                }
            }
        }
    }
}
