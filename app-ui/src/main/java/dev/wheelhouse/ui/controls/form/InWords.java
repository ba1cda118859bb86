package dev.wheelhouse.ui.controls.form;

import java.util.function.Function;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/**
 * Shows the values of a selector in words; nothing is typed into it.
 *
 * @param <T> a value
 */
public final class InWords<T> extends StringConverter<T> {

    private final Function<T, String> words;

    public InWords(Function<T, String> words) {
        this.words = words;
    }

    @Override
    public String toString(@Nullable T value) {
        return value == null ? "" : words.apply(value);
    }

    @Override
    public @Nullable T fromString(String text) {
        return null;
    }
}
