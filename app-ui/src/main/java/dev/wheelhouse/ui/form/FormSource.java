package dev.wheelhouse.ui.form;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Where a form stores what was typed. Called on the window's thread; what it returns runs beside it.
 *
 * @param <S> what is stored
 */
public interface FormSource<S> {

    /**
     * The work that stores what the form says now; null when the form cannot be read, which its fields then say.
     *
     * @param expected the revision that may be replaced; null for any
     */
    @Nullable
    Callable<S> store(@Nullable Long expected);

    /** The work that reads what is stored now; asked only where something is edited. */
    Callable<S> read();

    /** Fills the form, and gives its revision to {@link FormModel#show}. */
    void show(S stored);

    /** Forgets typed secrets; they are stored. */
    default void forgetSecrets() {}
}
