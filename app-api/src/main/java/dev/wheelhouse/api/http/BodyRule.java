package dev.wheelhouse.api.http;

/** What a route takes as a request body. */
public sealed interface BodyRule {

    /** Nothing; an empty JSON object is let pass, since many clients cannot send less. */
    record None() implements BodyRule {}

    /**
     * One JSON value, read whole before the handler runs.
     *
     * @param optional whether no body stands for an empty object
     */
    record Json(boolean optional) implements BodyRule {}

    /**
     * A JSON-RPC message, read whole before the handler runs, which says itself what is wrong with it. Messages have ids of
     * their own, so that an {@code Idempotency-Key} is not heeded.
     */
    record JsonRpc() implements BodyRule {}

    /**
     * Text that the handler reads as a stream.
     *
     * @param maxBytes size above which the stream fails with {@code payload_too_large}
     */
    record Text(long maxBytes) implements BodyRule {}

    /**
     * Bytes of any media type, read whole before the handler runs and given to it as they came: what a signature is over.
     *
     * @param maxBytes size above which the request is {@code payload_too_large}, also while it is sent
     */
    record Raw(int maxBytes) implements BodyRule {}
}
