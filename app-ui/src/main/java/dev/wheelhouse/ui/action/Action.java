package dev.wheelhouse.ui.action;

import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;

/** Something a person can do. Belongs to the window's thread. */
public final class Action {

    private final String id;
    private final String title;
    private final String icon;
    private final @Nullable String shortcut;
    private final Runnable work;
    private final BooleanProperty enabled = new SimpleBooleanProperty(this, "enabled", true);
    private Supplier<@Nullable CurlCommand> curl = () -> null;
    private @Nullable Question question;
    private boolean isActing;

    private Action(String id, String title, String icon, @Nullable String shortcut, Runnable work) {
        this.id = id;
        this.title = title;
        this.icon = icon;
        this.shortcut = shortcut;
        this.work = work;
    }

    /**
     * @param id stable, such as {@code databases.run}
     * @param title imperative, as the button says it
     * @param icon an Ikonli literal of the Feather pack, such as {@code fth-play}
     */
    public static Action of(String id, String title, String icon, Runnable work) {
        return new Action(id, title, icon, null, work);
    }

    /**
     * The same with a shortcut as {@code KeyCombination.valueOf} reads it, such as {@code Shortcut+Enter}.
     *
     * @throws IllegalArgumentException for Ctrl and Alt together: on Windows that is AltGr, which types letters
     */
    public Action withShortcut(String keys) {
        if (keys.contains("Alt+") && (keys.contains("Shortcut+") || keys.contains("Ctrl+"))) {
            throw new IllegalArgumentException(keys + " is what AltGr types a letter with");
        }
        Action action = new Action(id, title, icon, keys, work);
        action.enabled.bindBidirectional(enabled);
        action.curl = curl;
        action.question = question;
        action.isActing = isActing;
        return action;
    }

    /** Says which call of the API does the same; the supplier may answer null while there is nothing to do. */
    public Action withCurl(Supplier<@Nullable CurlCommand> command) {
        curl = command;
        return this;
    }

    /** Says that it changes something outside the window; it asks itself, or what it begins can be taken back. */
    public Action acting() {
        isActing = true;
        return this;
    }

    /** As {@link #acting()}; a key or the palette asks this first, where a button with its name is clear enough. */
    public Action acting(Question asked) {
        question = asked;
        return acting();
    }

    /** Whether it changes something outside the window. */
    public boolean isActing() {
        return isActing;
    }

    /** What a key or the palette asks before it runs. */
    public Optional<Question> question() {
        return Optional.ofNullable(question);
    }

    public String id() {
        return id;
    }

    public String title() {
        return title;
    }

    public String icon() {
        return icon;
    }

    public Optional<String> shortcut() {
        return Optional.ofNullable(shortcut);
    }

    public Optional<CurlCommand> curl() {
        return Optional.ofNullable(curl.get());
    }

    public BooleanProperty enabledProperty() {
        return enabled;
    }

    public boolean isEnabled() {
        return enabled.get();
    }

    /** Does it; nothing happens while it is not enabled. */
    public void run() {
        if (enabled.get()) {
            work.run();
        }
    }
}
