package dev.wheelhouse.api.http.json;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One member of a JSON merge patch (RFC 7396): not mentioned, removed by {@code null}, or given a new value. As a record
 * component it makes the member optional.
 */
public sealed interface Patch<T> {

    /** Not mentioned: stays as it is. */
    record Keep<T>() implements Patch<T> {}

    /** Given as {@code null}: is removed. */
    record Clear<T>() implements Patch<T> {}

    record Replace<T>(T value) implements Patch<T> {}

    static <T> Patch<T> keep() {
        return new Keep<>();
    }

    static <T> Patch<T> clear() {
        return new Clear<>();
    }

    static <T> Patch<T> replace(T value) {
        return new Replace<>(value);
    }

    default boolean isMentioned() {
        return !(this instanceof Keep);
    }

    /** The value after the patch; null where there is none. */
    default @Nullable T apply(@Nullable T current) {
        return switch (this) {
            case Keep<T>() -> current;
            case Clear<T>() -> null;
            case Replace<T>(T value) -> value;
        };
    }

    /**
     * The value after the patch, of a member that cannot be removed.
     *
     * @throws AppException {@code validation_failed} at the path when the patch says {@code null}
     */
    default T applyRequired(String path, T current) {
        return switch (this) {
            case Keep<T>() -> current;
            case Clear<T>() ->
                throw AppException.invalid(path, "This cannot be removed. Leave it out, or give a value.");
            case Replace<T>(T value) -> value;
        };
    }

    /** The new value, if one is given; empty for both others. */
    default Optional<T> replacement() {
        return this instanceof Replace<T>(T value) ? Optional.of(value) : Optional.empty();
    }

    /** The same patch with its value translated. */
    default <R> Patch<R> map(Function<? super T, ? extends R> translation) {
        return switch (this) {
            case Keep<T>() -> keep();
            case Clear<T>() -> clear();
            case Replace<T>(T value) -> replace(translation.apply(value));
        };
    }

    /**
     * The value of a member whose absence means more than any value of it: all, or without a limit. A null is refused, as it
     * may come of a variable that was not set.
     *
     * @return null where it is left out
     * @throws AppException {@code validation_failed} at the path when the body says {@code null}
     */
    default @Nullable T unlessNull(String path) {
        if (this instanceof Clear) {
            throw AppException.invalid(
                    path, "Give a value, or leave this out: null is refused, as it may be a mistake.");
        }
        return apply(null);
    }
}
