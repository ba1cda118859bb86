package dev.wheelhouse.core.deployments;

/**
 * The next lines of a deployment's log.
 *
 * @param text whole lines; empty where there is nothing more now
 * @param next the place behind them, in bytes of the log as it is kept
 * @param isGap whether the log left something out since, so that it goes on at another place
 * @param isEnd whether nothing more will come
 */
public record DeploymentLogPiece(String text, long next, boolean isGap, boolean isEnd) {}
