package dev.wheelhouse.ui.controls.log;

/**
 * A place between two characters.
 *
 * @param character in the text as it is shown
 */
record LogPlace(long row, int character) implements Comparable<LogPlace> {

    @Override
    public int compareTo(LogPlace other) {
        int rows = Long.compare(row, other.row);
        return rows != 0 ? rows : Integer.compare(character, other.character);
    }
}
