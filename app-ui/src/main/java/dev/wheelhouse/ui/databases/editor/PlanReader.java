package dev.wheelhouse.ui.databases.editor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.wheelhouse.core.databases.query.Plan;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads plans (PostgreSQL manual, "EXPLAIN", FORMAT JSON; SQLite, "EXPLAIN QUERY PLAN"). Pure. */
final class PlanReader {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final List<String> DETAILS = List.of(
            "Index Cond",
            "Hash Cond",
            "Merge Cond",
            "Join Filter",
            "Filter",
            "Rows Removed by Filter",
            "Recheck Cond",
            "Sort Key",
            "Sort Method",
            "Group Key",
            "Heap Fetches",
            "Workers Launched",
            "Shared Read Blocks",
            "Temp Written Blocks");

    private PlanReader() {}

    static PlanNode read(Plan plan) {
        JsonNode json;
        try {
            json = MAPPER.readTree(plan.plan().text());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        return switch (plan.engine()) {
            case POSTGRESQL -> postgres(json.path(0).path("Plan"), 1, Double.MAX_VALUE);
            case SQLITE -> sqlite(json);
        };
    }

    /**
     * @param processes that work on the node side by side, each of which counts its own loops (EXPLAIN, "Parallel Plans")
     * @param most milliseconds that the node above took: processes that do not end together would add up to more
     */
    private static PlanNode postgres(JsonNode node, double processes, double most) {
        double loops = node.path("Actual Loops").asDouble(1);
        boolean measured = node.has("Actual Total Time");
        double millis = measured
                ? Math.min(
                        most,
                        node.path("Actual Total Time").asDouble() * loops / Math.max(1, Math.min(processes, loops)))
                : -1;
        // The leader works too.
        double below = node.path("Workers Launched").asDouble(processes - 1) + 1;
        List<PlanNode> children = new ArrayList<>();
        node.path("Plans").forEach(child -> children.add(postgres(child, below, measured ? millis : most)));
        double spent = children.stream()
                .mapToDouble(child -> Math.max(0, child.millis()))
                .sum();
        return new PlanNode(
                title(node),
                detail(node),
                node.path("Plan Rows").asDouble(-1) * (measured ? Math.max(1, loops) : 1),
                measured ? node.path("Actual Rows").asDouble() * loops : -1,
                millis,
                measured ? Math.max(0, millis - spent) : -1,
                node.path("Total Cost").asDouble(-1),
                children);
    }

    private static String title(JsonNode node) {
        StringBuilder title = new StringBuilder();
        String join = node.path("Join Type").asText("");
        String type = node.path("Node Type").asText("");
        title.append(type.equals("ModifyTable") ? node.path("Operation").asText(type) : type);
        if (!join.isEmpty() && !join.equals("Inner")) {
            title.append(" (").append(join.toLowerCase(java.util.Locale.ROOT)).append(')');
        }
        if (node.has("Index Name")) {
            title.append(" using ").append(node.path("Index Name").asText());
        }
        String relation =
                node.path("Relation Name").asText(node.path("CTE Name").asText(""));
        if (!relation.isEmpty()) {
            title.append(" on ").append(relation);
            String alias = node.path("Alias").asText(relation);
            if (!alias.equals(relation)) {
                title.append(' ').append(alias);
            }
        } else if (node.has("Function Name")) {
            title.append(" on ").append(node.path("Function Name").asText());
        }
        return title.toString();
    }

    private static String detail(JsonNode node) {
        List<String> parts = new ArrayList<>();
        for (String name : DETAILS) {
            JsonNode value = node.path(name);
            boolean nothing = value.isMissingNode() || (value.isNumber() && value.asDouble() == 0);
            if (!nothing) {
                parts.add(name + ": " + words(value));
            }
        }
        return String.join(" · ", parts);
    }

    private static String words(JsonNode value) {
        if (!value.isArray()) {
            return value.asText();
        }
        List<String> items = new ArrayList<>();
        value.forEach(item -> items.add(item.asText()));
        return String.join(", ", items);
    }

    private static PlanNode sqlite(JsonNode steps) {
        Map<Integer, List<JsonNode>> byParent = new HashMap<>();
        steps.forEach(step -> byParent.computeIfAbsent(step.path("parent").asInt(), _ -> new ArrayList<>())
                .add(step));
        return new PlanNode("Query plan", "", -1, -1, -1, -1, -1, below(0, byParent));
    }

    private static List<PlanNode> below(int parent, Map<Integer, List<JsonNode>> byParent) {
        List<PlanNode> nodes = new ArrayList<>();
        List<JsonNode> steps = byParent.remove(parent);
        for (JsonNode step : steps == null ? List.<JsonNode>of() : steps) {
            nodes.add(new PlanNode(
                    step.path("detail").asText(),
                    "",
                    -1,
                    -1,
                    -1,
                    -1,
                    -1,
                    below(step.path("id").asInt(), byParent)));
        }
        return nodes;
    }
}
