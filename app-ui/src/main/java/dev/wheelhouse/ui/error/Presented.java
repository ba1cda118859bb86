package dev.wheelhouse.ui.error;

/**
 * An error for people.
 *
 * @param title a few words
 * @param text what happened and what to do
 * @param details for a report: code, fields, request; no secret
 * @param retryable whether the same call may succeed later
 */
public record Presented(String title, String text, String details, boolean retryable) {}
