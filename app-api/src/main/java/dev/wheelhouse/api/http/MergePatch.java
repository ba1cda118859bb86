package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Applies a merge patch (RFC 7396) to what is there, so that two patches of different fields at the same time both hold: a
 * patch is made into a whole, which is saved only over the revision that it was made of.
 */
public final class MergePatch {

    /** Each try in vain means that somebody else's patch was made. */
    private static final int MOST_TRIES = 50;

    private MergePatch() {}

    /**
     * Reads, holds the request to its {@code If-Match} and saves. A request without one says nothing of what it was made
     * for: where somebody else was faster, its patch is applied to what that one left.
     *
     * @param read the thing as it is now
     * @param save saves the patched thing; throws {@code precondition_failed} when it is no longer of the revision read
     * @return what {@code save} gave
     * @throws AppException {@code precondition_failed} when it is not what {@code If-Match} names, or never stays the same
     *     for long enough
     */
    public static <T, R> R apply(Request request, Supplier<T> read, Function<T, EntityTag> tag, Function<T, R> save) {
        return apply(request.header("If-Match"), read, tag, save);
    }

    static <T, R> R apply(Optional<String> ifMatch, Supplier<T> read, Function<T, EntityTag> tag, Function<T, R> save) {
        for (int left = ifMatch.isPresent() ? 0 : MOST_TRIES - 1; ; left--) {
            T current = read.get();
            ifMatch.ifPresent(header -> tag.apply(current).requireMatch(header));
            try {
                return save.apply(current);
            } catch (AppException e) {
                if (left <= 0 || !e.errorCode().equals(PlatformError.PRECONDITION_FAILED)) {
                    throw e;
                }
            }
        }
    }
}
