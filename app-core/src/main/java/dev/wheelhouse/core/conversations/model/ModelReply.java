package dev.wheelhouse.core.conversations.model;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One reply of a model while it comes. For one thread. */
final class ModelReply implements StreamingChatResponseHandler {

    private final Consumer<String> text;
    private String held = "";
    private @Nullable ChatResponse response;
    private @Nullable RuntimeException failure;

    /** @param text takes each piece of the answer as it comes, as the state can keep it */
    ModelReply(Consumer<String> text) {
        this.text = text;
    }

    @Override
    public void onPartialResponse(String piece) {
        String all = held + piece;
        // Half a character; the other half is in the next piece.
        boolean isHalf = Character.isHighSurrogate(all.charAt(all.length() - 1));
        held = isHalf ? all.substring(all.length() - 1) : "";
        pass(isHalf ? all.substring(0, all.length() - 1) : all);
    }

    private void pass(String piece) {
        if (!piece.isEmpty()) {
            byte[] whole = piece.replace('\0', '\uFFFD').getBytes(StandardCharsets.UTF_8);
            text.accept(new String(whole, StandardCharsets.UTF_8));
        }
    }

    @Override
    public void onCompleteResponse(ChatResponse complete) {
        pass(held);
        response = complete;
    }

    @Override
    public void onError(Throwable error) {
        if (failure == null) {
            failure = error instanceof RuntimeException e ? e : new IllegalStateException(error);
        }
    }

    /** The whole of it; throws why there is none. */
    ChatResponse whole() {
        if (failure != null) {
            throw failure;
        }
        if (response == null) {
            throw new IllegalStateException("A reply of a model has neither end nor failure");
        }
        return response;
    }
}
