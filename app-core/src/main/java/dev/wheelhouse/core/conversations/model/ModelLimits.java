package dev.wheelhouse.core.conversations.model;

import java.time.Duration;

/**
 * What ends a turn, besides the tokens that the settings allow.
 *
 * @param toolCalls all of them
 * @param equalCalls of one tool with one input
 * @param turn from the question to the end of its answer
 * @param silence how long the server may send nothing
 */
public record ModelLimits(int toolCalls, int equalCalls, Duration turn, Duration silence) {

    public static final ModelLimits STANDARD = new ModelLimits(20, 3, Duration.ofMinutes(5), Duration.ofSeconds(60));
}
