package dev.wheelhouse.ui.controls.log;

/** How many columns of a fixed font characters take. */
final class Columns {

    private static final int TAB = 8;

    private Columns() {}

    /**
     * The column after a character.
     *
     * @param column where it stands
     */
    static int after(int codePoint, int column) {
        return codePoint == '\t' ? (column / TAB + 1) * TAB : column + width(codePoint);
    }

    /** 0, 1 or 2; a combining mark takes none (after Unicode's annex 11, in its main blocks). */
    private static int width(int codePoint) {
        if (codePoint < 0x300) {
            return 1;
        }
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        return isWide(codePoint) ? 2 : 1;
    }

    private static boolean isWide(int codePoint) {
        return (codePoint >= 0x1100 && codePoint <= 0x115f)
                || (codePoint >= 0x2e80 && codePoint <= 0xa4cf && codePoint != 0x303f)
                || (codePoint >= 0xac00 && codePoint <= 0xd7a3)
                || (codePoint >= 0xf900 && codePoint <= 0xfaff)
                || (codePoint >= 0xfe30 && codePoint <= 0xfe6f)
                || (codePoint >= 0xff00 && codePoint <= 0xff60)
                || (codePoint >= 0xffe0 && codePoint <= 0xffe6)
                || (codePoint >= 0x1f300 && codePoint <= 0x1f64f)
                || (codePoint >= 0x1f680 && codePoint <= 0x1f6ff)
                || (codePoint >= 0x1f900 && codePoint <= 0x1f9ff)
                || (codePoint >= 0x20000 && codePoint <= 0x3fffd);
    }

    /** Whether each of the characters takes one column and is drawn as it is. */
    static boolean isSimple(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x2ff || (c >= 0x7f && c < 0xa0)) {
                return false;
            }
        }
        return true;
    }

    /** What is drawn for a character: control characters have pictures. */
    static int drawn(int codePoint) {
        if (codePoint < 0x20) {
            return 0x2400 + codePoint;
        }
        return codePoint == 0x7f || (codePoint >= 0x80 && codePoint < 0xa0) ? 0x2421 : codePoint;
    }
}
