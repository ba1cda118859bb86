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

    public String words() {
        return words;
    }
}
