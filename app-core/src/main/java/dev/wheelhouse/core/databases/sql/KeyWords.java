package dev.wheelhouse.core.databases.sql;

/** Words in upper case that a stretch of text can be looked up in, without making a string of it. Immutable. */
final class KeyWords {

    private static final int BASE = 31;

    private final String[] table;
    private final int mask;

    private KeyWords(String[] words) {
        this.mask = Integer.highestOneBit(Math.max(4, words.length)) * 4 - 1;
        this.table = new String[mask + 1];
        for (String word : words) {
            int at = slot(hash(word, 0, word.length()));
            while (table[at] != null) {
                at = (at + 1) & mask;
            }
            table[at] = word;
        }
    }

    static KeyWords of(String... words) {
        return new KeyWords(words);
    }

    /** The same for every case of the letters; never 0 for a stretch that holds something. */
    static int hash(String text, int start, int end) {
        int hash = 1;
        for (int i = start; i < end; i++) {
            hash = hash * BASE + Characters.upper(text.charAt(i));
        }
        return hash == 0 ? 1 : hash;
    }

    private int slot(int hash) {
        return (hash ^ (hash >>> 15)) & mask;
    }

    /** @param hash of that stretch */
    boolean contains(String text, int start, int end, int hash) {
        for (int at = slot(hash); table[at] != null; at = (at + 1) & mask) {
            if (Characters.isWord(text, start, end, table[at])) {
                return true;
            }
        }
        return false;
    }
}
