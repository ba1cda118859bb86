package dev.wheelhouse.core.mail.publish.provider;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneSet;
import dev.wheelhouse.core.mail.publish.ZoneValue;
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
 * The HTTP API of the PowerDNS authoritative server (its documentation, "Built-in Webserver and HTTP API", "Zones"). One
 * {@code PATCH} of a zone is one transaction. The API knows no conditions: see {@link HttpZoneProvider}. Records of a set that
 * are switched off stay as they are.
 */
public final class PowerDnsProvider extends HttpZoneProvider<PowerDnsProvider.Zone> {

    private static final String ZONES = "/api/v1/servers/localhost/zones";

    private final List<String> candidates;
    private final String domain;
    private final String host;

    /**
     * @param url of the server, without the path of its API
     * @param zone null for the one that the domain lies in
     */
    public PowerDnsProvider(
            OutgoingRequests requests,
            Semaphore places,
            URI url,
            @Nullable String zone,
            String key,
            String domain,
            Clock clock,
            Duration limit) {
        super(requests, places, url, "dns.url", Map.entry("X-API-Key", key), key, clock, limit);
        this.candidates = zone == null ? above(domain) : List.of(zone);
        this.domain = zone == null ? domain : zone;
        this.host = url.getHost();
    }

    /** A zone as the API has it. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Zone(String id, String name, @Nullable List<RrSet> rrsets) {

        Zone {
            requireNonNull(id);
            requireNonNull(name);
            rrsets = rrsets == null ? null : List.copyOf(rrsets);
        }
    }

    /** A set as the API has it, names with a dot at their end. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record RrSet(String name, String type, long ttl, List<Rr> records) {

        RrSet {
            requireNonNull(name);
            requireNonNull(type);
            records = List.copyOf(records);
        }
    }

    /** A record as the API has it. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Rr(String content, boolean disabled) {

        Rr {
            requireNonNull(content);
        }
    }

    /** A list of zones. */
    record Zones(List<Zone> all) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Zones {
            all = List.copyOf(all);
        }
    }

    @Override
    Zone load() {
        for (String each : candidates) {
            // A server of before 4.1 gives all of its zones.
            Optional<Zone> found = get(ZONES + "?zone=" + each + ".", Zones.class).all().stream()
                    .filter(zone -> bare(zone.name()).equals(each))
                    .findFirst();
            if (found.isPresent()) {
                return get(ZONES + "/" + segment(found.get().id()), Zone.class);
            }
        }
        throw noZone(host, domain);
    }

    @Override
    String zone(Zone listed) {
        return bare(listed.name());
    }

    @Override
    List<ZoneSet> sets(Zone listed) {
        List<ZoneSet> sets = new ArrayList<>();
        for (RrSet each : rrsets(listed)) {
            Optional<DnsType> type = DnsTypes.find(each.type());
            List<ZoneValue> values = type.isEmpty()
                    ? List.of()
                    : each.records().stream()
                            .filter(record -> !record.disabled())
                            .map(record -> ZoneValue.ofData(type.get(), record.content()))
                            .toList();
            if (!values.isEmpty()) {
                sets.add(new ZoneSet(bare(each.name()), type.orElseThrow(), each.ttl(), values));
            }
        }
        return sets;
    }

    private static List<RrSet> rrsets(Zone listed) {
        return listed.rrsets() == null ? List.of() : listed.rrsets();
    }

    /** Removals first, since a set is checked against what the zone has by then. */
    @Override
    OutgoingAnswer send(Zone listed, List<SetChange> changes) {
        List<Map<String, Object>> sets = new ArrayList<>();
        for (SetChange each : changes) {
            List<Map<String, Object>> records = new ArrayList<>(disabled(listed, each));
            each.after().forEach(value -> records.add(record(content(each.type(), value), false)));
            Map<String, Object> set = new LinkedHashMap<>();
            set.put("name", each.name() + ".");
            set.put("type", each.type().name());
            set.put("changetype", records.isEmpty() ? "DELETE" : "REPLACE");
            if (records.isEmpty()) {
                sets.addFirst(set);
            } else {
                set.put("ttl", each.ttl());
                set.put("records", records);
                sets.add(set);
            }
        }
        return send("PATCH", ZONES + "/" + segment(listed.id()), Map.of("rrsets", sets));
    }

    private static List<Map<String, Object>> disabled(Zone listed, SetChange change) {
        return rrsets(listed).stream()
                .filter(each -> bare(each.name()).equals(change.name())
                        && each.type().equals(change.type().name()))
                .flatMap(each -> each.records().stream())
                .filter(Rr::disabled)
                .map(each -> record(each.content(), true))
                .toList();
    }

    private static Map<String, Object> record(String content, boolean disabled) {
        return Map.of("content", content, "disabled", disabled);
    }

    /** Addresses in their one form, which the server insists on. */
    private static String content(DnsType type, ZoneValue value) {
        return type == DnsType.AAAA ? value.text() : value.data();
    }

    private static String bare(String name) {
        return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }

    @Override
    String said(String body) {
        try {
            return String.valueOf(Json.readObject(body).getOrDefault("error", ""));
        } catch (UncheckedIOException _) {
            return "";
        }
    }
}
