package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.sql.SqlFormatter.Piece;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Decides which blanks stand between the pieces of a text. Used once. */
final class FormatLayout {

    private static final int INDENT = 4;
    private static final int WIDTH = 88;
    /** Deeper levels are indented no further: the indents of deep nesting take more room than the text. */
    private static final int DEEPEST = 30 * INDENT;

    private static final Set<String> LAID_OUT =
            Set.of("SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "VALUES", "TABLE", "REPLACE", "EXPLAIN");
    private static final Set<String> CLAUSES = Set.of(Words.of("""
            SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET RETURNING UNION INTERSECT EXCEPT VALUES SET
            WINDOW FETCH"""));
    private static final Set<String> JOINS = Set.of("JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL");
    private static final Set<String> BEFORE_JOIN =
            Set.of("LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "OUTER");
    private static final Set<String> LISTS = Set.of("SELECT", "SET", "BY", "RETURNING", "VALUES");
    private static final Set<String> QUERY = Set.of("SELECT", "WITH", "VALUES");

    private final List<Piece> pieces;
    private final StringBuilder out = new StringBuilder();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private boolean atStart = true;
    private boolean verbatim;
    private boolean createsTable;
    private boolean broken;

    FormatLayout(List<Piece> pieces) {
        this.pieces = pieces;
    }

    /** What parentheses hold. */
    private enum Kind {
        /** A statement or a query: its clauses begin lines. */
        QUERY,
        /** The columns of a CREATE TABLE: each begins a line. */
        COLUMNS,
        INLINE
    }

    private static final class Frame {
        private final Kind kind;
        private final int indent;
        private boolean breaksList;
        private boolean between;
        private int cases;

        Frame(Kind kind, int indent) {
            this.kind = kind;
            this.indent = indent;
        }
    }

    String lay() {
        for (int i = 0; i < pieces.size(); i++) {
            place(i);
        }
        return out.toString();
    }

    private void place(int i) {
        Piece piece = pieces.get(i);
        String word = upper(i);
        if (piece.isComment()) {
            placeComment(i, piece);
            return;
        }
        if (atStart && !word.equals(";")) {
            beginStatement(i);
        } else {
            separate(i, piece, word);
        }
        out.append(piece.text());
        follow(i, word);
        broken = false;
    }

    private void placeComment(int i, Piece piece) {
        if (i > 0) {
            if (atStart) {
                out.append(
                        !piece.isOnNewLine() && !broken
                                ? " "
                                : pieces.get(i - 1).isComment() ? "\n" : "\n\n");
            } else if (verbatim) {
                out.append(piece.gap());
            } else if (piece.isOnNewLine() || broken) {
                newLine(current().indent + (current().kind == Kind.QUERY ? 0 : INDENT));
            } else if (!piece.gap().isEmpty()) {
                out.append(' ');
            }
        }
        out.append(piece.text());
        broken = piece.isLineComment();
    }

    private void beginStatement(int i) {
        if (i > 0) {
            out.append(pieces.get(i - 1).isComment() ? "\n" : "\n\n");
        }
        atStart = false;
        frames.clear();
        frames.push(new Frame(Kind.QUERY, 0));
        createsTable = upper(i).equals("CREATE") && namesTable(i);
        verbatim = !createsTable && !LAID_OUT.contains(upper(i));
        enter(i);
    }

    private boolean namesTable(int from) {
        for (int i = from + 1; i < Math.min(pieces.size(), from + 4); i++) {
            if (upper(i).equals("TABLE")) {
                return true;
            }
        }
        return false;
    }

    private void separate(int i, Piece piece, String word) {
        if (word.equals(";") && frames.size() <= 1) {
            if (broken) {
                out.append('\n');
            }
            return;
        }
        if (verbatim) {
            out.append(piece.gap());
            return;
        }
        Frame frame = current();
        if (word.equals(")") && frame.kind != Kind.INLINE && frames.size() > 1) {
            newLine(frame.indent - INDENT);
        } else if (beginsLine(i, word, frame)) {
            newLine(frame.indent + lineIndent(word, frame));
            enter(i);
        } else if (broken) {
            newLine(frame.indent + INDENT);
        } else {
            out.append(blank(i, piece, word));
        }
    }

    private boolean beginsLine(int i, String word, Frame frame) {
        String before = upper(previous(i));
        if (before.equals("(") && frame.kind != Kind.INLINE) {
            return true;
        }
        if (frame.kind == Kind.COLUMNS) {
            return before.equals(",");
        }
        if (frame.kind != Kind.QUERY || frame.cases > 0) {
            return false;
        }
        if (before.equals(",") && frame.breaksList) {
            return true;
        }
        if (LISTS.contains(before) && frame.breaksList && !before.equals("VALUES")) {
            return true;
        }
        if (word.equals("AND") || word.equals("OR")) {
            return !(frame.between && word.equals("AND"));
        }
        if (JOINS.contains(word)) {
            return !BEFORE_JOIN.contains(before) && !nextOpens(i);
        }
        return CLAUSES.contains(word) && !isPartOfClause(word, before);
    }

    /** A word that is a clause elsewhere but not behind these. */
    private static boolean isPartOfClause(String word, String before) {
        return switch (word) {
            case "SELECT" ->
                before.equals("ALL") || before.equals("EXPLAIN") || before.equals("ANALYZE") || before.equals("PLAN");
            case "FROM" -> before.equals("DELETE") || before.equals("DISTINCT");
            case "SET" -> before.equals("DO") || before.equals("CHARACTER");
            case "VALUES" -> before.equals("DEFAULT");
            case "ORDER", "GROUP" -> before.equals("WITHIN");
            default -> false;
        };
    }

    private static int lineIndent(String word, Frame frame) {
        if (word.equals("AND") || word.equals("OR")) {
            return INDENT / 2;
        }
        boolean clause =
                frame.kind == Kind.QUERY && (CLAUSES.contains(word) || JOINS.contains(word) || word.equals("WITH"));
        return clause || frame.kind == Kind.COLUMNS ? 0 : frame.breaksList ? INDENT : 0;
    }

    private String blank(int i, Piece piece, String word) {
        Piece before = pieces.get(i - 1);
        boolean strings = before.kind() == TokenKind.STRING && piece.kind() == TokenKind.STRING;
        if (strings) {
            // A line break between them makes them one (PostgreSQL manual, 4.1.2.1).
            return piece.gap();
        }
        if (word.equals(",")) {
            return "";
        }
        if (upper(i - 1).equals(",")) {
            return " ";
        }
        boolean tight = word.equals(")") || upper(i - 1).equals("(");
        return piece.gap().isEmpty() || (tight && !before.isComment()) ? "" : " ";
    }

    /** Notes what the piece that was just placed changes. */
    private void follow(int i, String word) {
        Frame frame = current();
        switch (word) {
            case ";" -> {
                if (frames.size() <= 1) {
                    atStart = true;
                }
            }
            case "(" -> frames.push(opened(i, frame));
            case ")" -> {
                if (frames.size() > 1) {
                    frames.pop();
                }
            }
            case "BETWEEN" -> frame.between = true;
            case "AND" -> frame.between = false;
            case "CASE" -> frame.cases++;
            case "END" -> frame.cases = Math.max(0, frame.cases - 1);
            case "BY" -> frame.breaksList = isLong(i);
            default -> {
                // Nothing changes.
            }
        }
    }

    private void enter(int i) {
        String word = upper(i);
        Frame frame = current();
        if (CLAUSES.contains(word)) {
            frame.between = false;
            frame.breaksList = LISTS.contains(word) && isLong(i);
        }
    }

    private Frame opened(int i, Frame around) {
        int next = i + 1;
        while (next < pieces.size() && pieces.get(next).isComment()) {
            next++;
        }
        if (QUERY.contains(upper(next))) {
            return new Frame(Kind.QUERY, lineStart(around) + INDENT);
        }
        boolean columns = createsTable && frames.size() == 1 && around.kind == Kind.QUERY;
        if (columns) {
            createsTable = false;
            return new Frame(Kind.COLUMNS, around.indent + INDENT);
        }
        return new Frame(Kind.INLINE, lineStart(around));
    }

    private static int lineStart(Frame frame) {
        return frame.indent + (frame.kind == Kind.QUERY && frame.breaksList ? INDENT : 0);
    }

    /** Whether the list behind a word is too long for one line. */
    private boolean isLong(int from) {
        int length = current().indent;
        int depth = 0;
        for (int i = from + 1; i < pieces.size() && length <= WIDTH; i++) {
            String word = upper(i);
            if (word.equals("(")) {
                depth++;
            } else if (word.equals(")")) {
                depth--;
            }
            boolean ends = depth < 0
                    || (depth == 0
                            && (word.equals(";") || (CLAUSES.contains(word) && !isPartOfClause(word, upper(i - 1)))));
            if (ends) {
                return false;
            }
            if (pieces.get(i).isLineComment() || (depth > 0 && QUERY.contains(word))) {
                return true;
            }
            length += pieces.get(i).text().length() + 1;
        }
        return length > WIDTH;
    }

    private boolean nextOpens(int i) {
        return i + 1 < pieces.size() && upper(i + 1).equals("(") && !upper(i).equals("JOIN");
    }

    private int previous(int i) {
        int before = i - 1;
        while (before >= 0 && pieces.get(before).isComment()) {
            before--;
        }
        return before;
    }

    private String upper(int i) {
        if (i < 0 || i >= pieces.size()) {
            return "";
        }
        Piece piece = pieces.get(i);
        boolean word = piece.kind() == TokenKind.WORD || piece.kind() == TokenKind.PUNCTUATION;
        return word ? piece.text().toUpperCase(Locale.ROOT) : "";
    }

    private Frame current() {
        if (frames.isEmpty()) {
            frames.push(new Frame(Kind.QUERY, 0));
        }
        return frames.element();
    }

    private void newLine(int indent) {
        out.append('\n').repeat(' ', Math.clamp(indent, 0, DEEPEST));
    }
}
