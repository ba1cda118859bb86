package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code ?name=} and {@code ?status=} of a list whose elements have these fields on the wire. Immutable.
 *
 * @param <J> an element on the wire
 */
public final class ListFilter<J> {

    private final @Nullable Function<J, String> name;
    private final @Nullable Function<J, Enum<?>> status;
    private final List<String> words;

    private ListFilter(@Nullable Function<J, String> name, @Nullable Function<J, Enum<?>> status, List<String> words) {
        this.name = name;
        this.status = status;
        this.words = words;
    }

    public static <J> ListFilter<J> byName(Function<J, String> name) {
        return new ListFilter<>(name, null, List.of());
    }

    /** @param all every status that there is */
    public static <J, E extends Enum<E>> ListFilter<J> byStatus(Function<J, Enum<?>> status, E[] all) {
        return new ListFilter<>(null, status, words(all));
    }

    /** @param all every status that there is */
    public <E extends Enum<E>> ListFilter<J> andStatus(Function<J, Enum<?>> of, E[] all) {
        return new ListFilter<>(name, of, words(all));
    }

    private static List<String> words(Enum<?>[] all) {
        return Arrays.stream(all).map(ListFilter::word).toList();
    }

    private static String word(Enum<?> status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    /** For {@link Route#withQuery}. */
    public String[] parameters() {
        return Stream.of(name == null ? "" : "name", status == null ? "" : "status")
                .filter(each -> !each.isEmpty())
                .toArray(String[]::new);
    }

    /**
     * What the request asks for; null where it asks for everything.
     *
     * @throws AppException {@code validation_failed} for a status that there is not
     */
    @Nullable
    Predicate<J> wanted(Request request) {
        Predicate<J> byName =
                name == null ? null : named(name, request.text("name").orElse(""));
        Predicate<J> byStatus = status == null
                ? null
                : withStatus(status, request.text("status").orElse(""));
        return byName == null ? byStatus : byStatus == null ? byName : byName.and(byStatus);
    }

    private static <J> @Nullable Predicate<J> named(Function<J, String> name, String asked) {
        String part = asked.toLowerCase(Locale.ROOT);
        return part.isEmpty()
                ? null
                : each -> name.apply(each).toLowerCase(Locale.ROOT).contains(part);
    }

    private @Nullable Predicate<J> withStatus(Function<J, Enum<?>> of, String asked) {
        if (asked.isEmpty()) {
            return null;
        }
        Set<String> any = Arrays.stream(asked.split(",", -1)).map(String::strip).collect(Collectors.toSet());
        if (!words.containsAll(any)) {
            throw AppException.invalid(
                    "query.status", "Give one or several of " + String.join(", ", words) + ", separated by commas.");
        }
        return each -> any.contains(word(of.apply(each)));
    }
}
