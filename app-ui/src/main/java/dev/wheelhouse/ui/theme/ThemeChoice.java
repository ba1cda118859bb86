package dev.wheelhouse.ui.theme;

/** What the owner wants the window to look like. */
public enum ThemeChoice {
    SYSTEM("As the system"),
    LIGHT("Light"),
    DARK("Dark");

    private final String words;

    ThemeChoice(String words) {
        this.words = words;
    }

    /** The one after it, round the end. */
    public ThemeChoice next() {
        return switch (this) {
            case SYSTEM -> LIGHT;
            case LIGHT -> DARK;
            case DARK -> SYSTEM;
        };
    }

    public String words() {
        return words;
    }
}
