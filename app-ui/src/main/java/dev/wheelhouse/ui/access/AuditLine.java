package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventWords;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An event as it was read last, in words.
 *
 * @param at when
 * @param who did it, such as {@code Anna Meier}; {@code Wheelhouse} for what began by itself
 * @param how it reached the console, such as {@code over HTTP with the key ci from 10.0.0.7}; empty where that is not known
 */
record AuditLine(Event event, EventWords words, String at, String who, String how) {

    /** @param names of members and keys, by id */
    static AuditLine of(Event event, Map<String, String> names, Instant now, ZoneId zone) {
        return new AuditLine(
                event,
                EventWords.of(event),
                Moments.exactly(event.occurredAt(), now, zone),
                event.actor() == null
                        ? "Not shown to you"
                        : memberOf(event)
                                .map(each -> names.getOrDefault(each, each))
                                .orElse("Wheelhouse"),
                how(event, names));
    }

    private static String how(Event event, Map<String, String> names) {
        String key = actor(event, "keyId")
                .map(each -> " with " + names.getOrDefault(each, "a key that was revoked"))
                .orElse("");
        String address = actor(event, "address").map(each -> " from " + each).orElse("");
        return actor(event, "origin").map(AuditLine::origin).orElse("") + key + address;
    }

    private static String origin(String origin) {
        return switch (origin) {
            case "window" -> "at a window";
            case "http" -> "over HTTP";
            case "mcp" -> "over MCP";
            case "assistant" -> "by a plan of the assistant";
            case "hook" -> "by a signed request";
            case "console" -> "by itself";
            default -> origin;
        };
    }

    /** The member who did it; empty for what began by itself, and for who may not read the audit. */
    static Optional<String> memberOf(Event event) {
        return actor(event, "memberId");
    }

    private static Optional<String> actor(Event event, String field) {
        return Optional.ofNullable(event.actor()).map(actor -> actor.get(field)).map(Object::toString);
    }

    /** The kind, and of what takes time whether it began or how it ended. */
    String kind() {
        Object how = event.data().getOrDefault("outcome", event.data().get("phase"));
        return how == null ? event.kind() : event.kind() + "  ·  " + (how.equals("intent") ? "begun" : how);
    }

    /** The name of what it happened to, or else its id. */
    String about() {
        Object name = event.data().get("name");
        return name == null ? event.subjectId() : name.toString();
    }

    /** As a call answers it. */
    String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", event.id());
        fields.put("kind", event.kind());
        fields.put("subjectId", event.subjectId());
        fields.put("occurredAt", event.occurredAt().toString());
        fields.put("data", event.data());
        if (event.actor() != null) {
            fields.put("actor", event.actor());
        }
        return Json.write(fields);
    }

    Look look() {
        return switch (words.severity()) {
            case INFO -> new Look(words.title(), "fth-info", "muted-icon");
            case WARNING -> new Look(words.title(), "fth-alert-triangle", "warning-icon");
            case ERROR -> new Look(words.title(), "fth-x-circle", "danger-icon");
        };
    }

    String id() {
        return event.id();
    }
}
