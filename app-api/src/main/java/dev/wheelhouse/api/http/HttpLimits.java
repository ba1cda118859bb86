package dev.wheelhouse.api.http;

import java.time.Duration;

/**
 * Bounds of one request, so that no caller can hold much for long.
 *
 * @param maxBodyBytes largest body that is read whole
 * @param maxUriBytes largest request target, path and query
 * @param maxHeaderBytes all header names and values together
 * @param readTimeout from the first byte of a request to the last of its body; for streamed bodies, between two bytes
 * @param writeTimeout how long an answer may wait for a reader that takes nothing
 * @param shutdownGrace how long requests in flight may finish after a stop was asked for
 * @param maxConcurrentRequests more than this at once are answered {@code busy}
 * @param heartbeat how long a stream of events may say nothing
 * @param streamLifetime after which a stream of events ends; its reader comes back
 * @param streamsOfKey how many streams of events one created key may have open
 */
public record HttpLimits(
        int maxBodyBytes,
        int maxUriBytes,
        int maxHeaderBytes,
        Duration readTimeout,
        Duration writeTimeout,
        Duration shutdownGrace,
        int maxConcurrentRequests,
        Duration heartbeat,
        Duration streamLifetime,
        int streamsOfKey) {

    /** The limits of the contract. */
    public static HttpLimits standard() {
        return new HttpLimits(
                1024 * 1024,
                8 * 1024,
                16 * 1024,
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                Duration.ofSeconds(4),
                1024,
                Duration.ofSeconds(15),
                Duration.ofMinutes(15),
                16);
    }

    public HttpLimits withReadTimeout(Duration timeout) {
        return new HttpLimits(
                maxBodyBytes,
                maxUriBytes,
                maxHeaderBytes,
                timeout,
                writeTimeout,
                shutdownGrace,
                maxConcurrentRequests,
                heartbeat,
                streamLifetime,
                streamsOfKey);
    }

    public HttpLimits withWriteTimeout(Duration timeout) {
        return new HttpLimits(
                maxBodyBytes,
                maxUriBytes,
                maxHeaderBytes,
                readTimeout,
                timeout,
                shutdownGrace,
                maxConcurrentRequests,
                heartbeat,
                streamLifetime,
                streamsOfKey);
    }

    public HttpLimits withShutdownGrace(Duration grace) {
        return new HttpLimits(
                maxBodyBytes,
                maxUriBytes,
                maxHeaderBytes,
                readTimeout,
                writeTimeout,
                grace,
                maxConcurrentRequests,
                heartbeat,
                streamLifetime,
                streamsOfKey);
    }

    public HttpLimits withMaxConcurrentRequests(int requests) {
        return new HttpLimits(
                maxBodyBytes,
                maxUriBytes,
                maxHeaderBytes,
                readTimeout,
                writeTimeout,
                shutdownGrace,
                requests,
                heartbeat,
                streamLifetime,
                streamsOfKey);
    }

    /** How often a stream of events says that it is there, and how long it lasts. */
    public HttpLimits withStreams(Duration heartbeat, Duration lifetime) {
        return new HttpLimits(
                maxBodyBytes,
                maxUriBytes,
                maxHeaderBytes,
                readTimeout,
                writeTimeout,
                shutdownGrace,
                maxConcurrentRequests,
                heartbeat,
                lifetime,
                streamsOfKey);
    }

    public HttpLimits withStreamsOfKey(int streams) {
        return new HttpLimits(
                maxBodyBytes,
                maxUriBytes,
                maxHeaderBytes,
                readTimeout,
                writeTimeout,
                shutdownGrace,
                maxConcurrentRequests,
                heartbeat,
                streamLifetime,
                streams);
    }
}
