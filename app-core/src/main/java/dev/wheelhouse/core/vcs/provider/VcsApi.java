package dev.wheelhouse.core.vcs.provider;

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
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The API of one provider, asked with one token. Thread-safe. */
final class VcsApi {

    /** 20,000 repositories of GitHub and GitLab, 10,000 of Gitea. */
    private static final int MOST_PAGES = 200;

    private static final int LARGEST_ANSWER = 8 << 20;
    private static final int LONGEST_WORDS = 300;
    private static final int NOT_MODIFIED = 304;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    private static final int TOO_MANY = 429;

    /** A link of the header {@code Link} to the next page (RFC 8288 section 3). */
    private static final Pattern NEXT = Pattern.compile("<([^<>]*)>\\s*;[^<]*?\\brel=\"?next\\b");

    private static final Pattern EPOCH_SECONDS = Pattern.compile("[0-9]{1,11}");

    /** What GitHub asks for where a limit does not say when it ends (REST API, "Best practices"). */
    private static final Duration UNSAID_PAUSE = Duration.ofMinutes(1);

    private final Parts parts;
    private final Access access;
    private final URI api;
    private final OutgoingLimits limits;

    /**
     * What all share.
     *
     * @param request how long one answer may take
     * @param listing how long all pages of a list may take
     */
    record Parts(OutgoingRequests outgoing, PageCache pages, Clock clock, Duration request, Duration listing) {}

    /**
     * What one connection has.
     *
     * @param cacheKey names what it sees
     */
    record Access(VcsKind kind, URI base, String token, String cacheKey) {

        /** Never the token. */
        @Override
        public String toString() {
            return "Access[" + base + "]";
        }
    }

    VcsApi(Parts parts, Access access) {
        this.parts = parts;
        this.access = access;
        this.api = VcsAddress.api(access.kind(), access.base());
        Duration connect = OutgoingLimits.STANDARD.connect();
        this.limits = new OutgoingLimits(connect, parts.request(), LARGEST_ANSWER);
    }

    /** The provider, as messages name it. */
    String host() {
        return access.base().getRawAuthority();
    }

    /**
     * Asks, whatever the answer's status.
     *
     * @param path below the API, with its query
     * @param body written as JSON; null for none
     */
    OutgoingAnswer send(String method, String path, @Nullable Object body) {
        byte[] bytes = body == null ? new byte[0] : Json.write(body).getBytes(StandardCharsets.UTF_8);
        OutgoingRequest request = new OutgoingRequest(method, URI.create(api + path), headers(), bytes, limits);
        return send(body == null ? request : request.with("Content-Type", "application/json"));
    }

    private OutgoingAnswer send(OutgoingRequest request) {
        return parts.outgoing().send("baseUrl", request);
    }

    private Map<String, String> headers() {
        String token = access.token();
        return switch (access.kind()) {
            case GITHUB ->
                Map.of(
                        "Authorization", "Bearer " + token,
                        "Accept", "application/vnd.github+json",
                        "X-GitHub-Api-Version", "2022-11-28");
            case GITLAB -> Map.of("Authorization", "Bearer " + token, "Accept", "application/json");
            case GITEA -> Map.of("Authorization", "token " + token, "Accept", "application/json");
        };
    }

    /** What is there. */
    <T> T get(String path, Class<T> type) {
        return read(send("GET", path, null), type);
    }

    /** @throws AppException {@code upstream_failed} for an answer that is none of 2xx, or not of that shape */
    <T> T read(OutgoingAnswer answer, Class<T> type) {
        if (!isSuccess(answer)) {
            throw refusal(answer);
        }
        try {
            return type.cast(Json.read(answer.text(), (Type) type));
        } catch (UncheckedIOException e) {
            throw notTheApi(e);
        }
    }

    static boolean isSuccess(OutgoingAnswer answer) {
        return answer.status() < 300;
    }

    /**
     * Whether the token may do what was tried.
     *
     * @throws AppException {@code upstream_failed} for an answer that says neither
     */
    boolean isAllowed(OutgoingAnswer answer) {
        if (answer.status() == FORBIDDEN && isJson(answer) && !isLimit(answer)) {
            return false;
        }
        if (isSuccess(answer)) {
            return true;
        }
        throw refusal(answer);
    }

    /**
     * All pages of a list.
     *
     * @param absent what is thrown when what has the list is not found
     */
    <T> List<T> all(String path, Class<T[]> type, Supplier<AppException> absent) {
        return follow(path, at -> {
            OutgoingAnswer answer = send("GET", at, null);
            if (answer.status() == NOT_FOUND && isJson(answer)) {
                throw absent.get();
            }
            return new Part<>(List.of(read(answer, type)), next(at, answer));
        });
    }

    /**
     * All pages of repositories, of which those that have not changed are not sent again.
     *
     * @param perPage how many a full page has
     */
    <T> List<VcsRepository> repositories(
            String path, int perPage, Class<T[]> type, Function<T, VcsRepository> repository) {
        return follow(path, at -> {
            String key = access.cacheKey() + " " + at;
            Optional<PageCache.Page> known = parts.pages().find(key);
            OutgoingRequest request = new OutgoingRequest("GET", URI.create(api + at), headers(), new byte[0], limits);
            OutgoingAnswer answer = send(
                    known.map(each -> request.with("If-None-Match", each.tag())).orElse(request));
            if (answer.status() == NOT_MODIFIED && known.isPresent()) {
                return new Part<>(known.get().repositories(), known.get().next());
            }
            List<VcsRepository> found =
                    List.of(read(answer, type)).stream().map(repository).toList();
            String next = next(at, answer);
            String tag = answer.headers().get("etag");
            // A full page that was the last stays the same when a next one is added, of which a 304 need not tell.
            if (tag != null && (next != null || found.size() < perPage)) {
                parts.pages().put(key, new PageCache.Page(tag, found, next));
            }
            return new Part<>(found, next);
        });
    }

    private record Part<R>(List<R> elements, @Nullable String next) {}

    private <R> List<R> follow(String path, Function<String, Part<R>> pages) {
        Instant end = parts.clock().instant().plus(parts.listing());
        List<R> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String at = path; at != null; ) {
            if (!seen.add(at) || seen.size() > MOST_PAGES) {
                throw failed(
                        host() + " has no end of pages: after " + seen.size() + " of them there was one more.", null);
            }
            if (parts.clock().instant().isAfter(end)) {
                throw new AppException(
                        PlatformError.UPSTREAM_TIMEOUT,
                        host() + " took more than " + parts.listing().toSeconds() + " s for " + seen.size()
                                + " pages. Try again.");
            }
            Part<R> part = pages.apply(at);
            all.addAll(part.elements());
            at = part.next();
        }
        return all;
    }

    /** Only the query of the link is taken: the token goes to no other place, whatever a server says. */
    private static @Nullable String next(String at, OutgoingAnswer answer) {
        Matcher link = NEXT.matcher(answer.headers().getOrDefault("link", ""));
        if (!link.find()) {
            return null;
        }
        String url = link.group(1);
        int query = url.indexOf('?');
        int own = at.indexOf('?');
        return (own < 0 ? at : at.substring(0, own)) + (query < 0 ? "" : url.substring(query));
    }

    /** Where below the API a redirect leads; empty when that is elsewhere, or for no redirect. */
    Optional<String> redirected(OutgoingAnswer answer) {
        String location = answer.headers().get("location");
        if (answer.status() < 300 || answer.status() >= 400 || location == null) {
            return Optional.empty();
        }
        try {
            String target = URI.create(api + "/").resolve(location).normalize().toString();
            return target.startsWith(api + "/")
                    ? Optional.of(target.substring(api.toString().length()))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** What an answer that is no success means. */
    AppException refusal(OutgoingAnswer answer) {
        int status = answer.status();
        if (isLimit(answer)) {
            Instant end = limitEnd(answer);
            String message = host() + " limits how often it is asked; the limit ends at "
                    + end.truncatedTo(ChronoUnit.SECONDS) + ". Try again then.";
            return new AppException(PlatformError.UPSTREAM_FAILED, message, new RateLimitEnd(end));
        }
        String words = said(answer);
        String theirs = words.isBlank() ? "" : " It says: " + words;
        if (status == UNAUTHORIZED) {
            return failed(host() + " refused the token: it is wrong, has expired or was revoked." + theirs, null);
        }
        if (status < 400) {
            return failed(
                    host() + " leads elsewhere (" + status + "), which is not followed. Give the address that it leads"
                            + " to as the base URL.",
                    null);
        }
        if (status >= 500) {
            return failed(host() + " answered " + status + ". Try again later." + theirs, null);
        }
        if (!isJson(answer)) {
            return notTheApi(null);
        }
        if (status == FORBIDDEN) {
            return failed(host() + " does not let the token do this." + theirs, null);
        }
        return failed(
                status == NOT_FOUND
                        ? host() + " has no such part of the API of "
                                + access.kind().label() + " (404). Check the base URL and the kind." + theirs
                        : host() + " answered " + status + "." + theirs,
                null);
    }

    /** For what answers there and is no such provider. */
    AppException notTheApi(@Nullable Exception cause) {
        return failed(
                access.base() + " does not answer as the API of "
                        + access.kind().label()
                        + " does. Check the kind and the base URL, which is the address of the server itself.",
                cause);
    }

    private static AppException failed(String message, @Nullable Exception cause) {
        return new AppException(PlatformError.UPSTREAM_FAILED, message, cause);
    }

    private static boolean isJson(OutgoingAnswer answer) {
        return answer.headers().getOrDefault("content-type", "").contains("json");
    }

    /** GitHub says 403 for limits too, of which only its words tell some (REST API, "Rate limits"). */
    private boolean isLimit(OutgoingAnswer answer) {
        return answer.status() == TOO_MANY
                || (answer.status() == FORBIDDEN
                        && ("0".equals(answer.headers().get("x-ratelimit-remaining"))
                                || answer.headers().containsKey("retry-after")
                                || said(answer).toLowerCase(Locale.ROOT).contains("rate limit")));
    }

    /** By {@code Retry-After}, {@code X-RateLimit-Reset} of GitHub or {@code RateLimit-Reset} of GitLab. */
    private Instant limitEnd(OutgoingAnswer answer) {
        Instant now = parts.clock().instant();
        return RetryAfter.of(answer, now)
                .or(() -> reset(answer, "x-ratelimit-reset", now))
                .or(() -> reset(answer, "ratelimit-reset", now))
                .map(now::plus)
                .orElse(now.plus(UNSAID_PAUSE));
    }

    private static Optional<Duration> reset(OutgoingAnswer answer, String header, Instant now) {
        String text = answer.headers().getOrDefault(header, "");
        if (!EPOCH_SECONDS.matcher(text).matches()) {
            return Optional.empty();
        }
        long seconds = Duration.between(now, Instant.ofEpochSecond(Long.parseLong(text)))
                .toSeconds();
        return Optional.of(RetryAfter.ofSeconds((double) seconds + 1));
    }

    /** The provider's own words, in one line and without the token, which it may repeat; empty for none. */
    String said(OutgoingAnswer answer) {
        if (!isJson(answer)) {
            return "";
        }
        try {
            Map<String, Object> body = Json.readObject(answer.text());
            List<String> words = new ArrayList<>();
            for (String field : List.of("message", "error_description", "error")) {
                if (words.isEmpty() && body.get(field) != null) {
                    words.add(text(body.get(field)));
                }
            }
            if (body.get("errors") instanceof List<?> errors) {
                errors.forEach(each -> words.add(text(each instanceof Map<?, ?> error ? error.get("message") : each)));
            }
            words.removeIf(String::isBlank);
            return Excerpt.oneLine(String.join("; ", words).replace(access.token(), "…"), LONGEST_WORDS);
        } catch (UncheckedIOException _) {
            return "";
        }
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            default -> Json.write(value);
        };
    }
}
