package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.text.Nearest;
import java.util.List;
import java.util.function.Function;

/** Finds what somebody means by a name or an id. Pure. */
final class Named {

    private static final int SUGGESTIONS = 5;

    private Named() {}

    /**
     * @param parameter that the text was given for; also what it is called, such as {@code server}
     * @param text a name or an id
     * @throws AppException {@code validation_failed} on the parameter, naming the nearest
     */
    static <T> T find(String parameter, String text, List<T> all, Function<T, String> id, Function<T, String> name) {
        for (T each : all) {
            if (id.apply(each).equals(text) || name.apply(each).equals(text)) {
                return each;
            }
        }
        List<T> ofThatName = all.stream()
                .filter(each -> name.apply(each).equalsIgnoreCase(text))
                .toList();
        if (ofThatName.size() == 1) {
            return ofThatName.getFirst();
        }
        List<String> names = all.stream().map(name).toList();
        List<String> near = Nearest.of(text, names, SUGGESTIONS);
        if (near.isEmpty()) {
            near = names.stream().sorted().limit(SUGGESTIONS).toList();
        }
        throw AppException.invalid(
                parameter,
                "There is no " + parameter + " named " + text + "."
                        + (near.isEmpty() ? " There is none at all." : " There is " + String.join(", ", near) + "."));
    }
}
