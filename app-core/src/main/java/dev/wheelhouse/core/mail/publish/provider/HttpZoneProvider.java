package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.publish.ApplyOutcome;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneSet;
import dev.wheelhouse.core.mail.publish.ZoneSnapshot;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.RetryAfter;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A provider with an API over HTTP that applies several changes in one transaction, and knows no conditions: every set is
 * read again right before. What somebody changes between that reading and the transaction is overwritten, unless the provider
 * itself notices.
 *
 * @param <L> what is read of a whole zone
 */
abstract class HttpZoneProvider<L> implements ZoneProvider {

    /** Of a zone with some 30,000 records; what is made of it in memory has several times its size. */
    private static final int LARGEST_ANSWER = 4 << 20;

    /** How many names are tried until the zone of a domain is found. */
    private static final int MOST_ZONES = 8;

    private static final int LONGEST_WORDS = 300;

    /** RFC 1035 section 3.2.1. */
    private static final int LONGEST_TEXT = 0xffff;

    private static final int TOO_MANY = 429;
    private static final Set<PlatformError> AFTER_SENDING =
            Set.of(PlatformError.UPSTREAM_FAILED, PlatformError.UPSTREAM_TIMEOUT, PlatformError.CANCELLED);

    private final OutgoingRequests requests;
    private final Semaphore places;
    private final URI base;
    private final String field;
    private final Map<String, String> headers;
    private final String token;
    private final Clock clock;
    private final OutgoingLimits limits;

    /**
     * @param places of zones that are read at once, for all providers together
     * @param base of the API, without a slash at its end
     * @param field that the address comes from
     * @param header that the token is sent in, and its value
     */
    HttpZoneProvider(
            OutgoingRequests requests,
            Semaphore places,
            URI base,
            String field,
            Map.Entry<String, String> header,
            String token,
            Clock clock,
            Duration limit) {
        this.requests = requests;
        this.places = places;
        this.base = base;
        this.field = field;
        this.headers = Map.of(header.getKey(), header.getValue(), "Accept", "application/json");
        this.token = token;
        this.clock = clock;
        this.limits = new OutgoingLimits(OutgoingLimits.STANDARD.connect(), limit, LARGEST_ANSWER);
    }

    /** All that the zone has. */
    abstract L load();

    abstract String zone(L listed);

    abstract List<ZoneSet> sets(L listed);

    /** Sends the changes as one transaction. */
    abstract OutgoingAnswer send(L listed, List<SetChange> changes);

    /** What the provider says of an error; empty for nothing that can be read. */
    abstract String said(String body);

    @Override
    public String test() {
        return alone(() -> zone(load()));
    }

    @Override
    public ZoneSnapshot read(Collection<DnsQuestion> questions) {
        return alone(() -> snapshot(load(), questions));
    }

    /** A whole zone is held meanwhile, which may be large. */
    private <T> T alone(Supplier<T> work) {
        try {
            if (!places.tryAcquire(limits.total().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new AppException(PlatformError.BUSY, "Other zones are being read. Try again.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Waiting for other zones was cancelled.", e);
        }
        try {
            return work.get();
        } finally {
            places.release();
        }
    }

    private ZoneSnapshot snapshot(L listed, Collection<DnsQuestion> questions) {
        String zone = zone(listed);
        List<ZoneSet> all = sets(listed);
        Map<String, String> elsewhere = new HashMap<>();
        for (DnsQuestion each : questions) {
            delegation(all, zone, each.name()).ifPresent(other -> elsewhere.put(each.name(), other));
        }
        List<ZoneSet> asked = all.stream()
                .filter(each -> questions.contains(new DnsQuestion(each.name(), each.type())))
                .filter(each -> !elsewhere.containsKey(each.name()))
                .toList();
        asked.forEach(this::check);
        return new ZoneSnapshot(zone, asked, elsewhere);
    }

    /** What follows relies on values being of their type. */
    private void check(ZoneSet set) {
        try {
            set.values().forEach(each -> Names.record(set.name(), set.type(), set.ttl(), wellFormed(set.type(), each)));
        } catch (IllegalArgumentException e) {
            throw new AppException(
                    PlatformError.UPSTREAM_FAILED,
                    "%s has a record %s %s that cannot be read. Mend it there."
                            .formatted(base.getHost(), Excerpt.oneLine(set.name(), LONGEST_WORDS), set.type()),
                    e);
        }
    }

    /**
     * The value as a zone file would have it: texts in short strings, nothing that a provider says beside it.
     *
     * @throws IllegalArgumentException for a text that no record can have
     */
    ZoneValue wellFormed(DnsType type, ZoneValue value) {
        if (type != DnsType.TXT) {
            return value;
        }
        if (value.text().length() > LONGEST_TEXT) {
            throw new IllegalArgumentException("The text is too long");
        }
        return ZoneValue.of(type, value.text());
    }

    /** The highest zone below this one that a name is delegated to. */
    private static Optional<String> delegation(List<ZoneSet> sets, String zone, String name) {
        return sets.stream()
                .filter(each -> each.type() == DnsType.NS)
                .map(ZoneSet::name)
                .filter(each ->
                        !each.equals(zone) && DomainNames.isWithin(each, zone) && DomainNames.isWithin(name, each))
                .min((a, b) -> Integer.compare(a.length(), b.length()));
    }

    @Override
    public ApplyOutcome apply(List<SetChange> changes) {
        return alone(() -> applied(changes));
    }

    private ApplyOutcome applied(List<SetChange> changes) {
        L listed = load();
        List<DnsQuestion> questions = changes.stream().map(SetChange::question).toList();
        List<DnsQuestion> changed = ZoneProvider.changed(changes, snapshot(listed, questions));
        if (!changed.isEmpty()) {
            return new ApplyOutcome.ChangedMeanwhile(changed);
        }
        try {
            return judged(send(listed, changes));
        } catch (AppException e) {
            if (e.errorCode() instanceof PlatformError code && AFTER_SENDING.contains(code)) {
                return new ApplyOutcome.Unknown("The changes were sent. " + e.getMessage());
            }
            throw e;
        }
    }

    private ApplyOutcome judged(OutgoingAnswer answer) {
        int status = answer.status();
        if (status < 300) {
            return new ApplyOutcome.Applied();
        }
        // A proxy on the way says so too, and knows not what became of the request.
        if (status >= 500) {
            return new ApplyOutcome.Unknown("The changes were sent. " + words(answer));
        }
        return new ApplyOutcome.Refused(
                Integer.toString(status),
                words(answer),
                RetryAfter.of(answer, clock.instant()).orElse(null));
    }

    /**
     * Asks for something.
     *
     * @param path below the base, with its query
     * @throws AppException {@code upstream_failed} for an answer that is none of 2xx, or not of that shape
     */
    <T> T get(String path, Class<T> type) {
        OutgoingAnswer answer = send("GET", path, null);
        if (answer.status() >= 300) {
            throw new AppException(PlatformError.UPSTREAM_FAILED, words(answer));
        }
        try {
            return type.cast(Json.read(answer.text(), (Type) type));
        } catch (UncheckedIOException e) {
            throw new AppException(
                    PlatformError.UPSTREAM_FAILED, base.getHost() + " answered something that is not of its API.", e);
        }
    }

    /** A part of a path that the far side has named. */
    static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** @param body written as JSON; null for none */
    OutgoingAnswer send(String method, String path, @Nullable Object body) {
        byte[] bytes = body == null ? new byte[0] : Json.write(body).getBytes(StandardCharsets.UTF_8);
        OutgoingRequest request = new OutgoingRequest(method, URI.create(base + path), headers, bytes, limits);
        return requests.send(field, body == null ? request : request.with("Content-Type", "application/json"));
    }

    /** What an answer that is no success means, without the token, which the far side may repeat. */
    private String words(OutgoingAnswer answer) {
        String host = base.getHost();
        String said = Excerpt.oneLine(said(answer.text()).replace(token, "…"), LONGEST_WORDS);
        String theirs = said.isBlank() ? "" : " It says: " + said;
        return switch (answer.status()) {
            case TOO_MANY ->
                host + " is asked too often"
                        + RetryAfter.of(answer, clock.instant())
                                .map(each -> " and wants to be left alone for " + each.toSeconds() + " s")
                                .orElse("")
                        + ": try again later." + theirs;
            case 401, 403 ->
                host + " refused the token (" + answer.status() + "): it is wrong, or may not do this." + theirs;
            default -> host + " answered " + answer.status() + "." + theirs;
        };
    }

    static AppException noZone(String host, String zone) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                host + " does not keep the zone of " + zone + ", or the token may not see it.");
    }

    /** The names of a domain and of those above it that have two labels or more, the longest first, the first eight. */
    static List<String> above(String domain) {
        List<String> names = new ArrayList<>();
        for (String each = domain;
                each.indexOf('.') > 0 && names.size() < MOST_ZONES;
                each = each.substring(each.indexOf('.') + 1)) {
            names.add(each);
        }
        return names;
    }
}
