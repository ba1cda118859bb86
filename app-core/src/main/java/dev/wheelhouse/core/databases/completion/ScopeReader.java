package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.catalog.CatalogSnapshot;
import dev.wheelhouse.core.databases.catalog.SnapshotTable;
import dev.wheelhouse.core.databases.sql.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a statement, finished or not, and finds the block and clause of every token. Goes over the
 * tokens once; whatever it does not know it passes by.
 */
final class ScopeReader {

    private static final Set<String> QUERY = Set.of("SELECT", "VALUES", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE");
    private static final Set<String> COMBINING = Set.of("UNION", "INTERSECT", "EXCEPT");
    private static final Set<String> JOIN_WORDS =
            Set.of("JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "OUTER");
    private static final Set<String> TO_EXPRESSION =
            Set.of("SELECT", "WHERE", "HAVING", "BY", "RETURNING", "VALUES", "LIMIT", "OFFSET", "WHEN", "WINDOW");
    private static final Set<String> TO_TABLE = Set.of("FROM", "JOIN", "INTO", "UPDATE", "TABLE", "TRUNCATE", "ONLY");
    private static final int DEEPEST = 60;

    private final Words words;
    private final CatalogSnapshot catalog;
    private final Block[] blocks;
    private final Clause[] clauses;
    private final List<Star> stars = new ArrayList<>();
    private int at;

    ScopeReader(Words words, CatalogSnapshot catalog) {
        this.words = words;
        this.catalog = catalog;
        this.blocks = new Block[words.size()];
        this.clauses = new Clause[words.size()];
        read(new Block(null), 0);
    }

    /** The block behind a token; for -1, before the first. */
    Block block(int token) {
        return token >= 0 && token < blocks.length && blocks[token] != null ? blocks[token] : new Block(null);
    }

    /** What follows a token. */
    Clause clause(int token) {
        return token >= 0 && token < clauses.length && clauses[token] != null ? clauses[token] : Clause.START;
    }

    /** Reads a block up to its closing parenthesis or the end, and stays before the parenthesis. */
    private Block read(Block first, int depth) {
        Block block = first;
        Clause clause = Clause.START;
        int itemStart = -1;
        while (at < words.size() && !words.is(at, ")")) {
            int here = at;
            String word = words.upper(at);
            if (word.equals("WITH") && clause == Clause.START) {
                mark(block, Clause.OTHER);
                readNamedTables(block, depth);
                continue;
            }
            if (COMBINING.contains(word)) {
                finishItem(block, itemStart);
                expandStars(block);
                itemStart = -1;
                block = block.sibling();
                clause = Clause.START;
            } else if (word.equals("SELECT")) {
                clause = Clause.EXPRESSION;
                mark(block, clause);
                itemStart = at;
                continue;
            } else if (clause == Clause.TABLE && startsSource()) {
                finishItem(block, itemStart);
                itemStart = -1;
                readSource(block, depth);
                clause = Clause.BEHIND_TABLE;
                continue;
            } else if (word.equals(",") && itemStart >= 0 && clause == Clause.EXPRESSION) {
                finishItem(block, itemStart);
                itemStart = at + 1;
            } else if (word.equals("(")) {
                readParenthesis(block, clause, depth);
                continue;
            } else {
                Clause next = after(word, clause);
                if (itemStart >= 0 && (next != clause || TO_EXPRESSION.contains(word) || TO_TABLE.contains(word))) {
                    finishItem(block, itemStart);
                    itemStart = word.equals("RETURNING") ? at + 1 : -1;
                }
                clause = next;
            }
            at = here;
            mark(block, clause);
        }
        finishItem(block, itemStart);
        expandStars(block);
        // A set operation's columns are called as in its first part.
        return first;
    }

    private void mark(Block block, Clause clause) {
        if (at < words.size()) {
            blocks[at] = block;
            clauses[at] = clause;
            at++;
        }
    }

    private Clause after(String word, Clause clause) {
        return switch (word) {
            case "ON" -> clause == Clause.BEHIND_TABLE ? Clause.JOIN_CONDITION : clause;
            case "USING" -> clause == Clause.BEHIND_TABLE ? Clause.JOIN_CONDITION : clause;
            case "SET" -> Clause.TARGET_COLUMNS;
            case "," -> clause == Clause.BEHIND_TABLE ? Clause.TABLE : clause;
            case "=" -> Clause.EXPRESSION;
            case "GROUP", "ORDER", "INSERT", "DELETE", "MERGE", "DROP", "ALTER", "CREATE", "COMMENT" -> Clause.OTHER;
            case ";" -> Clause.START;
            case "EXPLAIN", "ANALYZE", "VERBOSE" -> clause == Clause.START ? Clause.START : clause;
            default -> {
                if (JOIN_WORDS.contains(word) && !word.equals("JOIN")) {
                    yield clause == Clause.EXPRESSION ? clause : Clause.OTHER;
                }
                if (TO_TABLE.contains(word)) {
                    yield word.equals("FROM") && isInsideFunction() ? clause : Clause.TABLE;
                }
                if (TO_EXPRESSION.contains(word)) {
                    yield Clause.EXPRESSION;
                }
                // IS DISTINCT FROM a name, an operator, a literal: the clause goes on.
                yield clause == Clause.START ? Clause.OTHER : clause;
            }
        };
    }

    private boolean isInsideFunction() {
        return words.is(at - 1, "DISTINCT") && words.is(at - 2, "IS");
    }

    private boolean startsSource() {
        return words.isIdentifier(at) || words.is(at, "(") || words.is(at, "LATERAL") || words.is(at, "ONLY");
    }

    private void readParenthesis(Block block, Clause clause, int depth) {
        boolean query = QUERY.contains(words.upper(at + 1));
        boolean columnList = clause == Clause.BEHIND_TABLE && block.target() != null;
        Clause inside = columnList ? Clause.TARGET_COLUMNS : clause == Clause.TABLE ? Clause.TABLE : Clause.EXPRESSION;
        if (clause == Clause.JOIN_CONDITION) {
            inside = Clause.JOIN_CONDITION;
        }
        mark(query ? new Block(block) : block, query ? Clause.START : inside);
        if (depth > DEEPEST) {
            return;
        }
        if (query) {
            blocks[at - 1] = read(new Block(block), depth + 1);
        } else {
            readInside(block, inside, depth + 1);
        }
        mark(block, columnList ? Clause.BEHIND_TABLE : clause);
    }

    /** Inside parentheses that hold no query of their own. */
    private void readInside(Block block, Clause inside, int depth) {
        while (at < words.size() && !words.is(at, ")")) {
            if (words.is(at, "(")) {
                readParenthesis(block, inside, depth);
            } else if (inside == Clause.TABLE && startsSource()) {
                readSource(block, depth);
            } else {
                mark(block, inside);
            }
        }
    }

    private void readNamedTables(Block block, int depth) {
        while (at < words.size()) {
            if (words.is(at, "RECURSIVE")) {
                mark(block, Clause.OTHER);
            }
            if (!words.isIdentifier(at)) {
                return;
            }
            String name = words.name(at);
            mark(block, Clause.OTHER);
            List<String> columns = words.is(at, "(") ? readColumnNames(block) : List.of();
            block.addNamed(new Source(name, null, asColumns(columns)));
            while (words.is(at, "AS") || words.is(at, "NOT") || words.is(at, "MATERIALIZED")) {
                mark(block, Clause.OTHER);
            }
            if (words.is(at, "(")) {
                Block inner = readSubquery(block, depth);
                block.addNamed(new Source(name, null, columns.isEmpty() ? inner.output() : asColumns(columns)));
            }
            if (!words.is(at, ",")) {
                if (at > 0 && words.is(at - 1, ")")) {
                    // The main statement begins.
                    clauses[at - 1] = Clause.START;
                }
                return;
            }
            mark(block, Clause.OTHER);
        }
    }

    private Block readSubquery(Block block, int depth) {
        Block inner = new Block(block);
        mark(inner, Clause.START);
        if (depth <= DEEPEST) {
            inner = read(inner, depth + 1);
        }
        mark(block, Clause.OTHER);
        return inner;
    }

    private List<String> readColumnNames(Block block) {
        List<String> names = new ArrayList<>();
        mark(block, Clause.OTHER);
        while (at < words.size() && !words.is(at, ")")) {
            if (words.isIdentifier(at)) {
                names.add(words.name(at));
            }
            mark(block, Clause.OTHER);
        }
        mark(block, Clause.OTHER);
        return names;
    }

    private static List<Source.Column> asColumns(List<String> names) {
        return names.stream().map(name -> new Source.Column(name, "")).toList();
    }

    /** A table, a function, a subquery or joins in parentheses, with its alias. */
    private void readSource(Block block, int depth) {
        boolean changed = isTarget();
        while (words.is(at, "LATERAL") || words.is(at, "ONLY")) {
            mark(block, Clause.TABLE);
        }
        if (words.is(at, "(")) {
            if (!QUERY.contains(words.upper(at + 1))) {
                readParenthesis(block, Clause.TABLE, depth);
                markLast(Clause.BEHIND_TABLE);
                return;
            }
            Block inner = readSubquery(block, depth);
            markLast(Clause.BEHIND_TABLE);
            String alias = readAlias(block);
            if (!alias.isEmpty()) {
                List<String> columns = words.is(at, "(") ? readColumnNames(block) : List.of();
                block.addSource(new Source(alias, null, columns.isEmpty() ? inner.output() : asColumns(columns)));
            }
            return;
        }
        readTable(block, changed);
    }

    private boolean isTarget() {
        return words.is(at - 1, "INTO")
                || words.is(at - 1, "UPDATE")
                || (words.is(at - 1, "FROM") && words.is(at - 2, "DELETE"));
    }

    private void markLast(Clause clause) {
        if (at > 0) {
            clauses[at - 1] = clause;
        }
    }

    private void readTable(Block block, boolean changed) {
        List<String> path = new ArrayList<>();
        while (words.isIdentifier(at)
                || (!path.isEmpty() && words.kind(at) == TokenKind.WORD && words.is(at - 1, "."))) {
            path.add(words.name(at));
            mark(block, Clause.TABLE);
            if (!words.is(at, ".")) {
                break;
            }
            mark(block, Clause.TABLE);
        }
        if (path.isEmpty()) {
            mark(block, Clause.TABLE);
            return;
        }
        markLast(words.is(at - 1, ".") ? Clause.TABLE : Clause.BEHIND_TABLE);
        if (words.is(at, "(") && !changed) {
            readParenthesis(block, Clause.EXPRESSION, 0);
            markLast(Clause.BEHIND_TABLE);
        }
        Source source = resolve(block, path);
        String alias = readAlias(block);
        Source known = alias.isEmpty() ? source : source.named(alias);
        if (changed) {
            block.setTarget(known);
        } else {
            block.addSource(known);
        }
    }

    private Source resolve(Block block, List<String> path) {
        String name = path.getLast();
        Optional<Source> named = path.size() == 1 ? block.findNamed(name) : Optional.empty();
        if (named.isPresent()) {
            return named.get();
        }
        String schema = path.size() > 1 ? path.get(path.size() - 2) : null;
        Optional<SnapshotTable> table = catalog.find(schema, name);
        return table.map(found -> Source.of(name, found)).orElseGet(() -> new Source(name, null, List.of()));
    }

    private String readAlias(Block block) {
        if (words.is(at, "AS")) {
            mark(block, Clause.OTHER);
        }
        if (!words.isIdentifier(at) || words.is(at, "SET") || words.is(at, "RETURNING") || words.is(at, "WINDOW")) {
            return "";
        }
        String alias = words.name(at);
        mark(block, Clause.BEHIND_TABLE);
        return alias;
    }

    /** Notes what the items of a select list are called; a star waits for the sources, which come later. */
    private void finishItem(Block block, int start) {
        if (start < 0 || at <= start) {
            return;
        }
        int last = at - 1;
        if (words.text(last).equals("*")) {
            stars.add(new Star(block, words.is(last - 1, ".") ? words.name(last - 2) : ""));
            return;
        }
        if (words.kind(last) == TokenKind.WORD || words.kind(last) == TokenKind.QUOTED_IDENTIFIER) {
            block.addOutput(new Source.Column(words.name(last), ""));
        }
    }

    /** Whose columns a star stands for; all of a block's when {@code source} is empty. */
    private record Star(Block block, String source) {}

    private void expandStars(Block block) {
        for (Star star : stars) {
            if (star.block() == block) {
                for (Source source : block.sources()) {
                    if (star.source().isEmpty() || star.source().equals(source.name())) {
                        source.columns().forEach(block::addOutput);
                    }
                }
            }
        }
        stars.removeIf(star -> star.block() == block);
    }
}
