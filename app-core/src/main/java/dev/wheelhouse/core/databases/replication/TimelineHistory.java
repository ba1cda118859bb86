package dev.wheelhouse.core.databases.replication;

/**
 * From which timelines one comes (TIMELINE_HISTORY).
 *
 * @param fileName such as {@code 00000002.history}
 * @param content the bytes of the server's file, each as a character (ISO 8859-1): its reasons are in no certain encoding
 */
public record TimelineHistory(int timeline, String fileName, String content) {}
