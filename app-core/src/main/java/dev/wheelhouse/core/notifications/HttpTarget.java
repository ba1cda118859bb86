package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Answer;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.RetryAfter;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A target that takes JSON over HTTP. */
sealed interface HttpTarget extends ChannelTarget permits WebhookTarget, SlackTarget, DiscordTarget, TelegramTarget {

    /** No vendor's answer is longer. */
    int LARGEST_ANSWER = 64 << 10;

    OutgoingLimits LIMITS =
            new OutgoingLimits(OutgoingLimits.STANDARD.connect(), OutgoingLimits.STANDARD.total(), LARGEST_ANSWER);

    int LONGEST_WORDS = 500;

    /** Parts of an address that are at least so long count as secrets. */
    int SHORTEST_SECRET = 10;

    int TOO_EARLY = 425;
    int REQUEST_TIMEOUT = 408;
    int TOO_MANY_REQUESTS = 429;
    int SERVICE_UNAVAILABLE = 503;

    /** What fails but may work later as it is: RFC 9110 section 15.5.9, RFC 8470 section 5.2, RFC 6585 section 4. */
    Set<Integer> TRANSIENT = Set.of(REQUEST_TIMEOUT, TOO_EARLY, TOO_MANY_REQUESTS);

    /** Where messages are posted. */
    URI address();

    /** The JSON that is posted. */
    Map<String, Object> body(ChannelMessage message);

    /** What the answer says in the far side's own words; empty for nothing. */
    default String said(OutgoingAnswer answer) {
        return answer.text();
    }

    /** For how long it asks to be left alone, where it does not say so in a header alone. */
    default Optional<Duration> pause(OutgoingAnswer answer) {
        return Optional.empty();
    }

    /** Whether it has taken the message. */
    default boolean isTaken(OutgoingAnswer answer) {
        return answer.status() < 300;
    }

    /** Texts that no word may hold. */
    default List<String> secrets() {
        URI address = address();
        String path = address.getRawPath() + (address.getRawQuery() == null ? "" : "?" + address.getRawQuery());
        return Stream.concat(Stream.of(address.toString(), path), Arrays.stream(path.split("[/?&=]", -1)))
                .filter(each -> each.length() >= SHORTEST_SECRET)
                .toList();
    }

    @Override
    default String hint() {
        return host();
    }

    @Override
    default Map<String, String> fields() {
        return Map.of("url", address().toString());
    }

    /** With its port where that is not the usual one. */
    private String host() {
        return address().getRawAuthority();
    }

    default OutgoingRequest request(ChannelMessage message) {
        return OutgoingRequest.post(
                        address(),
                        "application/json; charset=utf-8",
                        Json.write(body(message)).getBytes(StandardCharsets.UTF_8))
                .within(LIMITS);
    }

    /** What an answer means. */
    default Answer judged(OutgoingAnswer answer, Instant now) {
        int status = answer.status();
        if (isTaken(answer)) {
            return answer(Answer.Result.DELIVERED, status, null, null);
        }
        String said = said(answer);
        boolean leadsElsewhere = status >= 300 && status < 400;
        String words = leadsElsewhere
                ? " and leads elsewhere, which is not followed. Give the address that it leads to."
                : said.isBlank() ? "." : ": " + said;
        String clean = clean(host() + " answered " + status + words);
        if (status == TOO_MANY_REQUESTS || status == SERVICE_UNAVAILABLE) {
            Optional<Duration> pause = pause(answer).or(() -> RetryAfter.of(answer, now));
            if (pause.isPresent()) {
                return answer(Answer.Result.FAILED, status, clean, pause.get());
            }
        }
        boolean permanent = status >= 300 && status < 500 && !TRANSIENT.contains(status);
        return answer(permanent ? Answer.Result.REFUSED : Answer.Result.FAILED, status, clean, null);
    }

    /** Without headers and bodies, which may hold what is secret. */
    private static Answer answer(
            Answer.Result result, int status, @Nullable String error, @Nullable Duration retryAfter) {
        return new Answer(result, status, error, Map.of(), null, null, retryAfter);
    }

    /** Words of the far side without what it repeats of the address, in one line. */
    default String clean(String words) {
        String clean = words;
        for (String secret : secrets()) {
            clean = clean.replace(secret, "…");
        }
        return Excerpt.oneLine(clean, LONGEST_WORDS);
    }

    /** An answer that is a JSON object; empty for anything else. */
    static Map<String, Object> object(OutgoingAnswer answer) {
        try {
            return Json.readObject(answer.text());
        } catch (UncheckedIOException _) {
            return Map.of();
        }
    }
}
