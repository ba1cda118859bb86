package dev.wheelhouse.api.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.BodyRule;
import dev.wheelhouse.api.http.Route;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Holds a route table and {@code openapi.yaml} to each other, in both directions. */
public final class OpenApiCoverage {

    private final OpenApiContract contract;

    public OpenApiCoverage(OpenApiContract contract) {
        this.contract = contract;
    }

    /**
     * Fails when an operation is missing on either side, or when the two disagree on who may call, on the query parameters
     * or on the body.
     */
    public void requireSame(List<Route> routes) {
        Set<String> registered = new TreeSet<>();
        routes.forEach(route -> registered.add(describe(route)));
        Set<String> documented = new TreeSet<>();
        contract.operations().forEach(operation -> documented.add(describe(operation)));
        assertThat(registered)
                .as("Routes (actual) against openapi.yaml (expected)")
                .isEqualTo(documented);
    }

    private static String describe(Route route) {
        String access = switch (route.access()) {
            case Access.Open(), Access.Signed _ -> "open";
            case Access.AnyCredential() -> "any credential";
            case Access.Scoped(var scope) -> scope.wireName();
        };
        String body = switch (route.body()) {
            case BodyRule.None() -> "no body";
            case BodyRule.Json(boolean optional) -> optional ? "json or no body" : "json";
            case BodyRule.JsonRpc() -> "json";
            case BodyRule.Text _, BodyRule.Raw _ -> "text";
        };
        return route.method() + " " + route.template() + " | " + access + " | " + new TreeSet<>(route.queryParameters())
                + " | " + body;
    }

    private String describe(OpenApiContract.Operation operation) {
        JsonNode node = operation.node();
        String access = node.has("security") && node.get("security").isEmpty()
                ? "open"
                : node.path("x-required-scope").asText("any credential");
        Set<String> query = new TreeSet<>();
        for (JsonNode reference : node.path("parameters")) {
            JsonNode parameter = contract.resolve(reference);
            if (parameter.path("in").asText().equals("query")) {
                query.add(parameter.path("name").asText());
            }
        }
        return operation.method() + " " + operation.path() + " | " + access + " | " + query + " | " + body(node);
    }

    private String body(JsonNode operation) {
        JsonNode body = contract.resolve(operation.path("requestBody"));
        JsonNode content = body.path("content");
        if (content.isEmpty()) {
            return "no body";
        }
        String json = body.path("required").asBoolean() ? "json" : "json or no body";
        return content.has("text/plain") ? "text" : json;
    }
}
