package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.Revised;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The version of a representation (RFC 9110 section 8.8.3).
 *
 * @param weak whether equal tags only mean equal content, not equal bytes
 * @param value printable ASCII without quotation marks
 */
public record EntityTag(boolean weak, String value) {

    private static final Pattern LIST_ITEM =
            Pattern.compile("\\G\\s*(W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"\\s*(,|$)");

    public EntityTag {
        if (!value.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"')) {
            throw new IllegalArgumentException("An entity tag is printable ASCII without quotation marks: " + value);
        }
    }

    public static EntityTag strong(String version) {
        return new EntityTag(false, version);
    }

    /** Of what people change, whose revision says all of it. */
    public static EntityTag of(Revised thing) {
        return strong("r" + thing.revision());
    }

    /**
     * Holds the request to its {@code If-Match}, as {@link #requireMatch(Request)} does.
     *
     * @return the revision that a change is for; null for a request that names none
     */
    public static @Nullable Long expected(Request request, Revised thing) {
        if (request.header("If-Match").isEmpty()) {
            return null;
        }
        of(thing).requireMatch(request);
        return thing.revision();
    }

    public static EntityTag weak(String version) {
        return new EntityTag(true, version);
    }

    /**
     * Holds the request to its {@code If-Match}, if it has one: by the strong comparison, under which a weak tag matches
     * nothing (RFC 9110 section 13.1.1).
     *
     * @throws AppException {@code precondition_failed} when the thing has changed; {@code bad_request} for a header that
     *     is no list of tags
     */
    public void requireMatch(Request request) {
        request.header("If-Match").ifPresent(this::requireMatch);
    }

    void requireMatch(String ifMatch) {
        if (ifMatch.strip().equals("*") || isListed(ifMatch)) {
            return;
        }
        throw new AppException(
                PlatformError.PRECONDITION_FAILED,
                "This has changed since it was read; its entity tag is now " + this + ". Read it again.");
    }

    /**
     * Whether the caller has this version already, by its {@code If-None-Match}: by the weak comparison (RFC 9110 section
     * 13.1.2). A header that is no list of tags is left out of account.
     */
    boolean isKnownTo(RequestHead head) {
        String known = String.join(",", head.headerValues("If-None-Match")).strip();
        if (known.equals("*")) {
            return true;
        }
        Matcher item = LIST_ITEM.matcher(known);
        int end = 0;
        while (end < known.length() && item.find()) {
            if (value.equals(item.group(2))) {
                return true;
            }
            end = item.end();
        }
        return false;
    }

    private boolean isListed(String ifMatch) {
        Matcher item = LIST_ITEM.matcher(ifMatch);
        int end = 0;
        boolean found = false;
        while (end < ifMatch.length() && item.find()) {
            found |= item.group(1) == null && !weak && value.equals(item.group(2));
            end = item.end();
        }
        if (end < ifMatch.length() || ifMatch.isBlank()) {
            throw new AppException(
                    PlatformError.BAD_REQUEST, "If-Match is a list of entity tags in quotation marks, or *.");
        }
        return found;
    }

    /** As in the header, with its quotation marks. */
    @Override
    public String toString() {
        return (weak ? "W/" : "") + '"' + value + '"';
    }
}
