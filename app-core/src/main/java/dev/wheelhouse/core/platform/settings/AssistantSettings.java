package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.net.URI;

/**
 * The model that answers in conversations, on a server that speaks OpenAI's chat completions. Its key is in the vault.
 *
 * @param baseUrl http(s), up to what stands before {@code /chat/completions}
 * @param model its name on that server
 * @param maxAnswerTokens of one reply
 * @param maxTokens of one turn: what is sent and received until a question is answered
 */
public record AssistantSettings(String baseUrl, String model, int maxAnswerTokens, int maxTokens) {

    public static final int USUAL_ANSWER_TOKENS = 2048;
    public static final int USUAL_TOKENS = 64_000;

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} on {@code assistant.baseUrl} */
    public URI baseUri() {
        return OutgoingTargets.parse("assistant.baseUrl", baseUrl);
    }

    /** Whether a key that was given for the other may be sent to this one. */
    boolean mayHaveKeyOf(AssistantSettings other) {
        URI here = baseUri();
        URI there = other.baseUri();
        return here.getScheme().equals(there.getScheme())
                && here.getRawAuthority().equalsIgnoreCase(there.getRawAuthority());
    }
}
