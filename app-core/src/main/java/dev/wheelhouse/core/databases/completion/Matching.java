package dev.wheelhouse.core.databases.completion;

/** How well a name fits what was typed. */
final class Matching {

    private static final int EXACT = 400;
    private static final int BEGINS = 300;
    private static final int WORD_BEGINS = 200;
    private static final int INITIALS = 150;
    private static final int CONTAINS = 100;

    private Matching() {}

    /**
     * More is better; below 0 it does not fit.
     *
     * @param typed in lower case; empty fits everything
     * @param name in lower case
     */
    static int score(String typed, String name) {
        if (typed.isEmpty()) {
            return 0;
        }
        if (name.startsWith(typed)) {
            return name.length() == typed.length() ? EXACT : BEGINS;
        }
        int found = name.indexOf(typed);
        if (found > 0) {
            return isWordStart(name, found) || name.contains("_" + typed) ? WORD_BEGINS : CONTAINS;
        }
        return typed.length() > 1 && fitsInitials(typed, name) ? INITIALS : -1;
    }

    private static boolean isWordStart(String name, int at) {
        char before = name.charAt(at - 1);
        return before == '_' || before == ' ' || before == '.';
    }

    /** {@code oi} for {@code order_items}. */
    private static boolean fitsInitials(String typed, String name) {
        int next = 0;
        for (int i = 0; i < name.length() && next < typed.length(); i++) {
            if ((i == 0 || isWordStart(name, i)) && name.charAt(i) == typed.charAt(next)) {
                next++;
            }
        }
        return next == typed.length();
    }
}
