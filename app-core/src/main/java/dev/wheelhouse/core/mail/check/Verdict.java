package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.records.RecordStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a check found of one record.
 *
 * @param status null when servers did not answer: what was known before stays
 * @param detail sentences: what is expected, what was found and where
 */
public record Verdict(@Nullable RecordStatus status, String detail) {}
