package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.text.Excerpt;
import org.jspecify.annotations.Nullable;

/**
 * What a check found of one record.
 *
 * @param status null when servers did not answer: what was known before stays
 * @param detail sentences: what is expected, what was found and where
 */
public record Verdict(@Nullable RecordStatus status, String detail) {

    private static final int LONGEST = 4000;

    /** What servers say is in it, so it is one line without characters of control, and has an end. */
    public Verdict {
        detail = Excerpt.oneLine(detail, LONGEST);
    }
}
