package dev.wheelhouse.api.reference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.error.ProblemCatalog;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.id.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** The whole document as one HTML page. Immutable. */
final class ReferencePage {

    /** Stands for the address of the API, such as {@code http://127.0.0.1:7465/api/v1}. */
    static final String ADDRESS = "{{api}}";

    private static final Map<String, String> GUIDES = new LinkedHashMap<>();

    static {
        GUIDES.put("quick-start", "Quick start");
        GUIDES.put("paging", "Paging");
        GUIDES.put("streams", "Streams");
        GUIDES.put("retries", "Retries");
        GUIDES.put("conventions", "Conventions");
        GUIDES.put("scopes", "Scopes");
    }

    private final JsonNode document;
    private final Schemas schemas;
    private final String style = text("reference.css");
    private final String script = text("reference.js");
    private final String guides;

    /** @param tokenFile where the owner's token lies, for the lines that read it */
    ReferencePage(JsonNode document, Path tokenFile) {
        this.document = document;
        this.schemas = new Schemas(document);
        this.guides = text("guides.html").replace("{{token-file}}", Html.escape(shellWord(tokenFile.toString())));
    }

    private static String text(String name) {
        return new String(OpenApiDocument.resource("/dev/wheelhouse/api/reference/" + name), StandardCharsets.UTF_8);
    }

    /** Between single quotes. */
    private static String shellWord(String text) {
        return text.replace("'", "'\\''");
    }

    /** Allows the one style sheet and the one script by their hashes, and nothing else (CSP level 3). */
    String contentSecurityPolicy() {
        return "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script)
                + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    private static String hash(String text) {
        return "'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)) + "'";
    }

    /** With {@link #ADDRESS} where the address of the API belongs. */
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
        html.raw(guides);
        html.raw("<h2 id=\"conventions\">Conventions</h2>");
        html.prose(document.at("/info/description").asText());
        renderScopes(html);
        for (JsonNode tag : document.path("tags")) {
            renderTag(html, tag);
        }
        renderErrors(html);
        html.raw("<footer>Version ").text(document.at("/info/version").asText());
        html.raw(" · <a href=\"openapi.json\">openapi.json</a> · <a href=\"openapi.yaml\">openapi.yaml</a></footer>");
        return html.raw("</main><script>" + script + "</script></body></html>").toString();
    }

    private void renderContents(Html html, String title) {
        html.raw("<nav aria-label=\"Contents\">").element("div", "brand", title);
        // On a narrow screen the list is folded until the box is ticked.
        html.raw("<input type=\"checkbox\" id=\"unfold\"><label for=\"unfold\">Contents</label>");
        html.raw("<div class=\"list\"><h2>Guide</h2><ul>");
        GUIDES.forEach((id, words) -> html.raw("<li><a href=\"#" + id + "\">" + words + "</a></li>"));
        html.raw("</ul>");
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
        html.raw("<h2>Errors</h2><ul><li><a href=\"#errors\">All error codes</a></li></ul></div></nav>");
    }

    private void renderTag(Html html, JsonNode tag) {
        String name = tag.path("name").asText();
        html.element("h2", "", name);
        html.prose(tag.path("description").asText());
        OperationSection section = new OperationSection(schemas, html);
        forEachOperation(name, section::render);
    }

    private void renderScopes(Html html) {
        html.raw("<section id=\"scopes\"><h2>Scopes</h2>");
        html.prose(
                "A key has the scopes that it was made with, as far as its maker still has them. `*` stands for all of the"
                        + " maker's; without `scopes` a key gets every one that ends in `:read`, and `databases:query`.");
        html.raw("<div class=\"table\"><table><thead><tr><th>Scope</th><th>What it is asked for</th></tr></thead>");
        for (Scope scope : Scope.values()) {
            StringJoiner links = new StringJoiner(", ");
            for (JsonNode tag : document.path("tags")) {
                forEachOperation(tag.path("name").asText(), (_, _, operation) -> {
                    if (operation.path("x-required-scope").asText().equals(scope.wireName())) {
                        links.add("<a href=\"#"
                                + Html.escape(operation.path("operationId").asText()) + "\">"
                                + Html.escape(operation.path("summary").asText()) + "</a>");
                    }
                });
            }
            html.raw("<tr><td>").element("code", "", scope.wireName());
            html.raw("</td><td>"
                    + (links.length() == 0 ? "Beside the scope of an operation, for what is riskier." : links));
            html.raw("</td></tr>");
        }
        html.raw("</table></div></section>");
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
