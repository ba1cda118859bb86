package dev.wheelhouse.ui.controls.grid;

/** The forms in which selected cells are copied. */
public enum CopyFormat {
    /** What spreadsheets take; without a header. */
    TSV("Tab-separated"),
    /** RFC 4180, with a header. */
    CSV("CSV with header"),
    JSON("JSON"),
    MARKDOWN("Markdown table");

    private final String title;

    CopyFormat(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
