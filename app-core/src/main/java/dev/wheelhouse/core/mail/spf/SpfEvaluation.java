package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.platform.text.Excerpt;
import org.jspecify.annotations.Nullable;

/**
 * The result of an SPF check and how it came about.
 *
 * @param mechanism the term of the domain's own record that decided, or of the one it redirects to; null when none did
 * @param reason a sentence; where an included record stopped the evaluation, it names that one
 * @param explanation the text that {@code exp} of a failed check gives, not to be trusted; null for none
 * @param lookups terms that asked DNS until the result was known, 0 to {@link #MOST_LOOKUPS}
 * @param mostLookups how many such terms the record has for a client that nothing matches but {@code all}, at most
 *     {@link SpfEvaluator#MOST_EXPLORED}; {@code lookups} unless that was explored
 * @param voidLookups questions of terms whose answer was empty; one more than {@link #MOST_VOID_LOOKUPS} when that
 *     stopped the evaluation
 */
public record SpfEvaluation(
        SpfResult result,
        @Nullable String mechanism,
        String reason,
        @Nullable String explanation,
        SpfNode tree,
        int lookups,
        int mostLookups,
        int voidLookups) {

    /** RFC 7208 section 4.6.4. */
    public static final int MOST_LOOKUPS = 10;

    /** RFC 7208 section 4.6.4. */
    public static final int MOST_VOID_LOOKUPS = 2;

    /** Of each text in what is kept. */
    static final int LONGEST_KEPT = 1000;

    private static final int NEAR = 8;

    /**
     * The same for keeping: of long texts the beginning, of many terms and answers the first, and those by which it was
     * decided. Records made with ill will have thousands, for each address of the mail server.
     */
    public SpfEvaluation shortened() {
        return new SpfEvaluation(
                result,
                mechanism == null ? null : Excerpt.of(mechanism, LONGEST_KEPT),
                Excerpt.of(reason, LONGEST_KEPT),
                explanation == null ? null : Excerpt.of(explanation, LONGEST_KEPT),
                tree.shortened(),
                lookups,
                mostLookups,
                voidLookups);
    }

    /** Whether so many look-ups are needed that one more include of somebody else may break the record. */
    public boolean isNearLimit() {
        return mostLookups >= NEAR;
    }
}
