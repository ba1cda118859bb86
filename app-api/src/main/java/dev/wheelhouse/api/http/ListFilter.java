package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code ?name=}, {@code ?status=} and the like of a list whose elements have these fields on the wire. Immutable.
 *
 * @param <J> an element on the wire
 */
public final class ListFilter<J> {

    private final List<Field<J>> fields;

    /** A parameter, and what lets through of a list what it was given. */
    private record Field<J>(String parameter, Function<String, Predicate<J>> wanted) {}

    private ListFilter(List<Field<J>> fields) {
        this.fields = List.copyOf(fields);
    }

    /** A part of the name in any case. */
    public static <J> ListFilter<J> byName(Function<J, String> name) {
        return new ListFilter<>(List.of(new Field<>("name", asked -> {
            String part = asked.toLowerCase(Locale.ROOT);
            return each -> name.apply(each).toLowerCase(Locale.ROOT).contains(part);
        })));
    }

    /** One or several of the words of an enumeration, separated by commas. */
    public static <J, E extends Enum<E>> ListFilter<J> byStatus(Function<J, @Nullable E> status, E[] all) {
        return new ListFilter<J>(List.of()).andStatus(status, all);
    }

    /** {@code true} or {@code false}. */
    public static <J> ListFilter<J> byFlag(String parameter, Predicate<J> flag) {
        return new ListFilter<J>(List.of()).andFlag(parameter, flag);
    }

    /** As {@link #byStatus}; what has no status is not let through. */
    public <E extends Enum<E>> ListFilter<J> andStatus(Function<J, @Nullable E> status, E[] all) {
        return and("status", asked -> {
            Set<E> any = statuses(asked, all);
            return each -> {
                E is = status.apply(each);
                return is != null && any.contains(is);
            };
        });
    }

    /**
     * What {@code ?status=} asks for, for a list that its service filters; none for all.
     *
     * @throws AppException {@code validation_failed} for a status that there is not
     */
    public static <E extends Enum<E>> Set<E> statuses(Request request, E[] all) {
        String asked = request.text("status").orElse("");
        return asked.isEmpty() ? Set.of() : statuses(asked, all);
    }

    private static <E extends Enum<E>> Set<E> statuses(String asked, E[] all) {
        Set<String> any = Arrays.stream(asked.split(",", -1)).map(String::strip).collect(Collectors.toSet());
        List<String> words = Arrays.stream(all).map(ListFilter::word).toList();
        if (!words.containsAll(any)) {
            throw AppException.invalid(
                    "query.status", "Give one or several of " + String.join(", ", words) + ", separated by commas.");
        }
        return Arrays.stream(all).filter(each -> any.contains(word(each))).collect(Collectors.toSet());
    }

    /** Exactly the id that is meant by what the request says. */
    public ListFilter<J> andId(String parameter, Function<J, String> id, UnaryOperator<String> meant) {
        return and(parameter, asked -> {
            String wanted = meant.apply(asked);
            return each -> id.apply(each).equals(wanted);
        });
    }

    /** {@code true} or {@code false}. */
    public ListFilter<J> andFlag(String parameter, Predicate<J> flag) {
        return and(parameter, asked -> switch (asked) {
            case "true" -> flag;
            case "false" -> flag.negate();
            default -> throw AppException.invalid("query." + parameter, "Give true or false.");
        });
    }

    private ListFilter<J> and(String parameter, Function<String, Predicate<J>> wanted) {
        List<Field<J>> more = new ArrayList<>(fields);
        more.add(new Field<>(parameter, wanted));
        return new ListFilter<>(more);
    }

    private static String word(Enum<?> status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    /** For {@link Route#withQuery}. */
    public String[] parameters() {
        return fields.stream().map(Field::parameter).toArray(String[]::new);
    }

    /**
     * What the request asks for; null where it asks for everything.
     *
     * @throws AppException {@code validation_failed} for a status that there is not
     */
    @Nullable
    Predicate<J> wanted(Request request) {
        Predicate<J> all = null;
        for (Field<J> each : fields) {
            String asked = request.text(each.parameter()).orElse("");
            if (!asked.isEmpty()) {
                Predicate<J> one = each.wanted().apply(asked);
                all = all == null ? one : all.and(one);
            }
        }
        return all;
    }
}
