package dev.wheelhouse.core.apps.container.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A container as the list of all shows it (Docker Engine API, ContainerList). Seen with Podman 4.3 to 6.1.
 *
 * @param name without the slash that engines put in front
 * @param state such as {@code running}, {@code exited}, {@code created}, {@code restarting} or {@code paused}
 * @param status the state for people, such as {@code Up 5 minutes}
 * @param ports such as {@code 127.0.0.1:8080:80/tcp}
 */
public record ListedContainer(
        String id,
        String name,
        String image,
        Map<String, String> labels,
        String state,
        String status,
        List<String> ports) {

    public ListedContainer {
        labels = Map.copyOf(labels);
        ports = List.copyOf(ports);
    }

    static ListedContainer from(JsonNode json) {
        return new ListedContainer(
                json.path("Id").asText(),
                name(json.path("Names")),
                json.path("Image").asText(),
                texts(json.path("Labels")),
                json.path("State").asText(),
                json.path("Status").asText(),
                ports(json.path("Ports")));
    }

    /** Its own name; those that links give it have a slash within. */
    private static String name(JsonNode names) {
        for (JsonNode each : names) {
            String name = withoutSlash(each.asText());
            if (name.indexOf('/') < 0) {
                return name;
            }
        }
        return "";
    }

    static String withoutSlash(String name) {
        return name.startsWith("/") ? name.substring(1) : name;
    }

    static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new TreeMap<>();
        object.properties()
                .forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
        return texts;
    }

    private static List<String> ports(JsonNode ports) {
        List<String> all = new ArrayList<>();
        for (JsonNode port : ports) {
            String inside =
                    port.path("PrivatePort").asText() + "/" + port.path("Type").asText("tcp");
            String address = port.path("IP").asText("");
            String outside = port.path("PublicPort").asInt() == 0
                    ? ""
                    : port.path("PublicPort").asText() + ":";
            String at = address.indexOf(':') >= 0 ? "[" + address + "]:" : address + ":";
            all.add((outside.isEmpty() || address.isEmpty() ? "" : at) + outside + inside);
        }
        return all.stream().distinct().sorted().toList();
    }

    public boolean isRunning() {
        return state.equals("running");
    }

    /** The value of a label; empty when it has none of that name. */
    public String label(String key) {
        return labels.getOrDefault(key, "");
    }
}
