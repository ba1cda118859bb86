package dev.wheelhouse.core.conversations.model;

import dev.wheelhouse.core.conversations.tool.SecretText;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.RetryAfter;
import dev.wheelhouse.core.platform.settings.AssistantSettings;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A model's server in the words of what went wrong with it. Its key is in none of them. */
final class ModelServer {

    /** Of the field that its address comes from. */
    static final String PATH = "assistant.baseUrl";

    private static final int LONGEST_REASON = 300;
    private static final List<String> NO_SUCH_MODEL =
            List.of("not found", "not exist", "not_found", "unknown model", "invalid model", "no such model");

    private final AssistantSettings settings;
    private final @Nullable String apiKey;
    private final String name;

    ModelServer(SettingsService.AssistantAccess access) {
        this.settings = access.settings();
        this.apiKey = access.apiKey();
        URI uri = settings.baseUri();
        this.name = uri.getRawAuthority();
    }

    /** What a status other than 200 means. */
    AppException refused(OutgoingAnswer answer, Instant now) {
        String reason = reason(answer.text());
        String text = (reason + answer.text()).toLowerCase(Locale.ROOT);
        int status = answer.status();
        boolean isAboutModel = text.contains("model") && NO_SUCH_MODEL.stream().anyMatch(text::contains);
        if ((status == 404 || status == 400) && isAboutModel && !reason.isEmpty()) {
            return failed(name + " has no model named " + settings.model() + ". It says: " + reason);
        }
        if (status >= 300 && status < 400) {
            return failed(name + " refers to another address, which is not followed. Give that one as the base URL.");
        }
        return switch (status) {
            case 401, 403 ->
                failed(name
                        + (apiKey == null
                                ? " asks for a key. Give it in the settings."
                                : " does not accept the key (status " + status + "). Give another in the settings."));
            case 404, 405 ->
                failed("There is no chat endpoint at " + settings.baseUrl()
                        + "/chat/completions. The base URL often ends in /v1.");
            case 429 -> failed(name + " refuses more requests now. " + pause(answer, now) + said(reason));
            default -> failed(name + " answered with status " + status + "." + said(reason));
        };
    }

    private static String pause(OutgoingAnswer answer, Instant now) {
        return RetryAfter.of(answer, now)
                .map(each -> "Ask again in " + words(each) + ".")
                .orElse("Ask again later.");
    }

    private static String words(Duration pause) {
        long seconds = pause.plusMillis(999).toSeconds();
        return seconds < 120 ? seconds + " s" : (seconds + 59) / 60 + " min";
    }

    private static String said(String reason) {
        return reason.isEmpty() ? "" : " It says: " + reason;
    }

    /** What the body of a failure says, in one line; empty for nothing that a person should read. */
    private String reason(String body) {
        try {
            return clean(message(Json.readObject(body)));
        } catch (UncheckedIOException _) {
            return "";
        }
    }

    private static String message(Map<String, Object> body) {
        Object error = body.getOrDefault("error", body);
        Object text = error instanceof Map<?, ?> inner
                ? inner.get("message") == null ? inner.get("detail") : inner.get("message")
                : error;
        return text instanceof String said ? said : "";
    }

    private String clean(String text) {
        String without = apiKey == null ? text : text.replace(apiKey, "***");
        return Excerpt.oneLine(SecretText.redact(without), LONGEST_REASON);
    }

    /** An event of the stream that tells a failure. */
    AppException reported(Map<String, Object> event) {
        return failed(name + " ended its answer." + said(clean(message(event))));
    }

    AppException noStream(@Nullable String contentType) {
        return failed(name + " answers with " + (contentType == null ? "something" : Excerpt.oneLine(contentType, 60))
                + " where a stream of events was asked for. Look at the base URL; it often ends in /v1.");
    }

    AppException noJson() {
        return failed(name + " sent something that is not JSON. It does not speak OpenAI's chat completions.");
    }

    AppException cut(@Nullable AppException cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED, "The answer was cut: " + name + " ended it in the middle.", cause);
    }

    AppException tooLong(int bytes) {
        return failed(name + " sent more than " + (bytes >> 20) + " MiB for one reply, so the rest was not read.");
    }

    AppException empty() {
        return failed(name + " sent an empty answer. Ask again, or set up another model.");
    }

    private static AppException failed(String message) {
        return new AppException(PlatformError.UPSTREAM_FAILED, message);
    }
}
