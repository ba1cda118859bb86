package dev.wheelhouse.core.mail.publish.provider;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneSet;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Cloudflare's API, version 4 (its reference, "DNS records": List, Batch; "Zones": List). A batch is one transaction; its
 * deletions come first. The API knows no conditions: see {@link HttpZoneProvider}. A record is deleted by its id, so that one
 * which somebody removed or made anew meanwhile fails the batch; one that somebody edited in place between the reading and the
 * batch, a matter of a second, is deleted as edited. A record has a TTL of its own there, 1 for "automatic"; undo gives all
 * records of a set that of the first, and brings back no comments and tags.
 */
public final class CloudflareProvider extends HttpZoneProvider<CloudflareProvider.Zone> {

    /** Where the API is. */
    public static final URI BASE = URI.create("https://api.cloudflare.com/client/v4");

    private static final int PER_PAGE = 1000;
    private static final int MOST_PAGES = 30;

    /** Marks an address that the world does not see, as Cloudflare answers with its own, which take no mail. */
    private static final String PROXIED = " (proxied)";

    private final List<String> candidates;
    private final String domain;
    private final String host;

    /**
     * @param base {@link #BASE}, or that of a stand-in
     * @param zone null for the one that the domain lies in
     */
    public CloudflareProvider(
            OutgoingRequests requests,
            Semaphore places,
            URI base,
            @Nullable String zone,
            String token,
            String domain,
            Clock clock,
            Duration limit) {
        super(
                requests,
                places,
                base,
                "dns.provider",
                Map.entry("Authorization", "Bearer " + token),
                token,
                clock,
                limit);
        this.candidates = zone == null ? above(domain) : List.of(zone);
        this.domain = zone == null ? domain : zone;
        this.host = base.getHost();
    }

    /** A zone with all of its records. */
    record Zone(String id, String name, List<Entry> records) {}

    /** A record as the API has it. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Entry(
            String id,
            String type,
            String name,
            String content,
            long ttl,
            @Nullable Integer priority,
            @Nullable Boolean proxied) {

        Entry {
            requireNonNull(id);
            requireNonNull(type);
            requireNonNull(name);
            requireNonNull(content);
        }

        DnsQuestion set(DnsType known) {
            return new DnsQuestion(name.toLowerCase(Locale.ROOT), known);
        }

        ZoneValue value(DnsType known) {
            String data = switch (known) {
                case TXT ->
                    content.startsWith("\"")
                            ? content
                            : ZoneValue.of(known, content).data();
                case MX -> priority + " " + ZoneValue.of(DnsType.CNAME, content).data();
                // Its content has weight, port and target, with tabs between.
                case SRV ->
                    priority + " "
                            + ZoneValue.of(known, content.replace('\t', ' ')).data();
                case CAA, TLSA -> content.replace('\t', ' ');
                case CNAME, NS, PTR -> ZoneValue.of(known, content).data();
                case A, AAAA, DNSKEY, SOA -> content;
            };
            return Boolean.TRUE.equals(proxied)
                    ? new ZoneValue(content + PROXIED, content + PROXIED)
                    : ZoneValue.ofData(known, data);
        }
    }

    /** A page of zones. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Zones(List<Found> result) {

        Zones {
            result = List.copyOf(result);
        }
    }

    /** A zone without its records. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Found(String id, String name) {

        Found {
            requireNonNull(id);
            requireNonNull(name);
        }
    }

    /** A page of records. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Page(
            List<Entry> result, @JsonProperty("result_info") PageInfo info) {

        Page {
            result = List.copyOf(result);
            requireNonNull(info);
        }
    }

    /** Which page it is of how many. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record PageInfo(@JsonProperty("total_pages") int pages) {}

    @Override
    Zone load() {
        for (String each : candidates) {
            Optional<Found> found = get("/zones?name=" + each, Zones.class).result().stream()
                    .filter(zone -> zone.name().equalsIgnoreCase(each))
                    .findFirst();
            if (found.isPresent()) {
                Found zone = found.get();
                return new Zone(zone.id(), zone.name().toLowerCase(Locale.ROOT), records(zone));
            }
        }
        throw noZone(host, domain);
    }

    private List<Entry> records(Found zone) {
        List<Entry> records = new ArrayList<>();
        int pages = 1;
        for (int page = 1; page <= pages; page++) {
            Page answer = get(
                    "/zones/" + segment(zone.id()) + "/dns_records?per_page=" + PER_PAGE + "&page=" + page, Page.class);
            records.addAll(answer.result());
            pages = answer.info().pages();
            if (pages > MOST_PAGES) {
                throw new AppException(
                        PlatformError.UPSTREAM_FAILED,
                        "The zone %s has more than %d records, which is more than this console reads."
                                .formatted(zone.name(), MOST_PAGES * PER_PAGE));
            }
        }
        return records;
    }

    @Override
    ZoneValue wellFormed(DnsType type, ZoneValue value) {
        String data = value.data();
        return data.endsWith(PROXIED)
                ? ZoneValue.ofData(type, data.substring(0, data.length() - PROXIED.length()))
                : super.wellFormed(type, value);
    }

    @Override
    String zone(Zone listed) {
        return listed.name();
    }

    @Override
    List<ZoneSet> sets(Zone listed) {
        Map<DnsQuestion, List<ZoneValue>> values = new LinkedHashMap<>();
        Map<DnsQuestion, Long> ttls = new LinkedHashMap<>();
        for (Entry each : listed.records()) {
            Optional<DnsType> type = DnsTypes.find(each.type());
            if (type.isPresent()) {
                DnsQuestion set = each.set(type.get());
                values.computeIfAbsent(set, _ -> new ArrayList<>()).add(each.value(type.get()));
                ttls.putIfAbsent(set, each.ttl());
            }
        }
        List<ZoneSet> sets = new ArrayList<>();
        values.forEach((set, all) -> sets.add(new ZoneSet(set.name(), set.type(), ttls.getOrDefault(set, 1L), all)));
        return sets;
    }

    @Override
    OutgoingAnswer send(Zone listed, List<SetChange> changes) {
        List<Map<String, Object>> deletes = new ArrayList<>();
        List<Map<String, Object>> posts = new ArrayList<>();
        for (SetChange change : changes) {
            for (Entry each : listed.records()) {
                if (each.type().equals(change.type().name())
                        && each.set(change.type()).equals(change.question())
                        && change.removed().stream()
                                .anyMatch(value -> value.text()
                                        .equals(each.value(change.type()).text()))) {
                    deletes.add(Map.of("id", each.id()));
                }
            }
            change.added().forEach(each -> posts.add(post(change, each)));
        }
        return send(
                "POST",
                "/zones/" + segment(listed.id()) + "/dns_records/batch",
                Map.of("deletes", deletes, "posts", posts));
    }

    private static Map<String, Object> post(SetChange change, ZoneValue value) {
        Map<String, Object> post = new LinkedHashMap<>();
        post.put("type", change.type().name());
        post.put("name", change.name());
        post.put("ttl", change.ttl());
        String text = value.text();
        List<String> parts = List.of(text.split(" ", 4));
        switch (change.type()) {
            case TXT -> post.put("content", value.data());
            case MX -> {
                post.put("priority", Integer.valueOf(parts.getFirst()));
                post.put("content", parts.get(1));
            }
            case SRV ->
                post.put(
                        "data",
                        Map.of(
                                "priority", Integer.valueOf(parts.get(0)),
                                "weight", Integer.valueOf(parts.get(1)),
                                "port", Integer.valueOf(parts.get(2)),
                                "target", parts.get(3)));
            case CAA -> {
                String[] caa = text.split(" ", 3);
                String unquoted = caa[2].replaceAll("^\"|\"$", "");
                post.put("data", Map.of("flags", Integer.valueOf(caa[0]), "tag", caa[1], "value", unquoted));
            }
            case TLSA ->
                post.put(
                        "data",
                        Map.of(
                                "usage", Integer.valueOf(parts.get(0)),
                                "selector", Integer.valueOf(parts.get(1)),
                                "matching_type", Integer.valueOf(parts.get(2)),
                                "certificate", parts.get(3)));
            case A, AAAA, CNAME, NS, PTR, DNSKEY, SOA -> {
                boolean isProxied = text.endsWith(PROXIED);
                post.put("content", isProxied ? text.substring(0, text.length() - PROXIED.length()) : text);
                post.put("proxied", isProxied);
            }
        }
        return post;
    }

    /** {@code errors[].message}. */
    @Override
    String said(String body) {
        try {
            List<String> messages = new ArrayList<>();
            if (Json.readObject(body).get("errors") instanceof List<?> errors) {
                for (Object each : errors) {
                    if (each instanceof Map<?, ?> error && error.get("message") instanceof String message) {
                        messages.add(message);
                    }
                }
            }
            return String.join("; ", messages);
        } catch (UncheckedIOException _) {
            return "";
        }
    }
}
