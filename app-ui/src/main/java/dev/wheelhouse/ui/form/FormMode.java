package dev.wheelhouse.ui.form;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a form is open for.
 *
 * @param <S> what is stored
 */
public sealed interface FormMode<S> {

    /** A new one. */
    record Add<S>() implements FormMode<S> {}

    /** A new one that begins as another is; secrets are not copied. */
    record Copy<S>(S original) implements FormMode<S> {}

    /** @param stored as it was when the form opened */
    record Edit<S>(S stored) implements FormMode<S> {}

    default boolean isEdit() {
        return this instanceof Edit;
    }

    /** What is edited; null for a new one. */
    default @Nullable S edited() {
        return this instanceof Edit<S>(S stored) ? stored : null;
    }

    /**
     * What stands above the form.
     *
     * @param noun with its article, such as {@code a server}
     */
    default String title(String noun, Function<S, String> name) {
        return switch (this) {
            case Add<S> _ -> "Add " + noun;
            case Copy<S>(S original) -> "Copy " + name.apply(original);
            case Edit<S>(S stored) -> "Edit " + name.apply(stored);
        };
    }
}
