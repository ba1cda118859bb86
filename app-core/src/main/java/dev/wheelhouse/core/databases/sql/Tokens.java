package dev.wheelhouse.core.databases.sql;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * The tokens of a text, without gaps and in order, as numbers: five bytes each. A {@link Token} is made when one is asked
 * for. Immutable.
 */
public final class Tokens extends AbstractList<Token> implements RandomAccess {

    private static final TokenKind[] KINDS = TokenKind.values();
    private static final byte UNTERMINATED = 0x40;

    /** The ordinal of each kind, with {@link #UNTERMINATED} for what the text ends in. */
    private final byte[] kinds;

    private final int[] ends;

    private Tokens(byte[] kinds, int[] ends) {
        this.kinds = kinds;
        this.ends = ends;
    }

    @Override
    public int size() {
        return kinds.length;
    }

    @Override
    public Token get(int at) {
        return new Token(kind(at), start(at), end(at), isTerminated(at));
    }

    /** @param at from 0 to {@code size() - 1}, as of the others */
    public TokenKind kind(int at) {
        return KINDS[kinds[at] & ~UNTERMINATED];
    }

    /** The offset of its first UTF-16 unit. */
    public int start(int at) {
        return at == 0 ? 0 : ends[at - 1];
    }

    /** The offset behind its last UTF-16 unit. */
    public int end(int at) {
        return ends[at];
    }

    /** False for a string, comment or quoted name that the text ends in. */
    public boolean isTerminated(int at) {
        return (kinds[at] & UNTERMINATED) == 0;
    }

    /** Whether it means something to the database. */
    public boolean isSignificant(int at) {
        TokenKind kind = kind(at);
        return kind != TokenKind.WHITESPACE && kind != TokenKind.COMMENT;
    }

    /** Tokens in the making. */
    static final class Buffer {

        private byte[] kinds = new byte[16];
        private int[] ends = new int[16];
        private int size;

        int size() {
            return size;
        }

        void clear() {
            size = 0;
        }

        // An ordinal never leaves the process.
        @SuppressWarnings("EnumOrdinal")
        void add(Tokeniser read) {
            if (size == kinds.length) {
                int larger = size + (size >> 1);
                kinds = Arrays.copyOf(kinds, larger);
                ends = Arrays.copyOf(ends, larger);
            }
            kinds[size] = (byte) (read.kind().ordinal() | (read.isTerminated() ? 0 : UNTERMINATED));
            ends[size++] = read.end();
        }

        /** The first ones, counted from where the first begins. */
        Tokens first(int count, int offset) {
            int[] moved = Arrays.copyOf(ends, count);
            for (int i = 0; i < count && offset > 0; i++) {
                moved[i] -= offset;
            }
            return new Tokens(Arrays.copyOf(kinds, count), moved);
        }
    }
}
