package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.CatalogSnapshot;
import dev.wheelhouse.core.databases.catalog.SnapshotTable;
import dev.wheelhouse.core.databases.sql.TokenKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Proposes what may be typed at a place of a statement. Pure. */
public final class Completion {

    /** The most proposals at once. */
    public static final int MOST = 200;

    private final Words words;
    private final CatalogSnapshot catalog;
    private final Engine engine;
    private final String typed;
    private final boolean quoted;
    private final int last;
    private final Ranking ranking;
    private final ScopeReader scopes;

    private Completion(Words words, CatalogSnapshot catalog, String typed, int last) {
        this.words = words;
        this.catalog = catalog;
        this.engine = catalog.engine();
        this.quoted = !typed.isEmpty() && "\"`[".indexOf(typed.charAt(0)) >= 0;
        this.typed = quoted ? Names.plain(typed, engine) : typed;
        this.last = last;
        this.ranking = new Ranking(this.typed);
        this.scopes = new ScopeReader(words, catalog);
    }

    /**
     * What fits at a caret.
     *
     * @param statement the statement around it; others before and behind only cost time
     * @param caret offset in it
     */
    public static Proposals propose(String statement, int caret, CatalogSnapshot catalog) {
        int place = Math.clamp(caret, 0, statement.length());
        Words words = new Words(statement, catalog.engine());
        if (words.isInText(place)) {
            return new Proposals(place, place, List.of());
        }
        int under = words.before(place);
        boolean typing = under >= 0
                && words.end(under) >= place
                && (words.kind(under) == TokenKind.WORD || words.kind(under) == TokenKind.QUOTED_IDENTIFIER);
        int from = typing ? words.start(under) : place;
        String typed = statement.substring(from, place);
        Completion completion = new Completion(words, catalog, typed, typing ? under - 1 : under);
        completion.collect(under);
        return new Proposals(from, place, completion.ranking.best(MOST));
    }

    private void collect(int under) {
        Block block = scopes.block(Math.max(under, last));
        if (words.is(last, ".")) {
            collectBehindDot(block);
            return;
        }
        if (words.kind(last) == TokenKind.NUMBER && words.end(last) == words.start(last + 1)) {
            return;
        }
        Clause clause = scopes.clause(last);
        switch (clause) {
            case START -> addKeywords(Keywords.statement(engine));
            case TABLE -> {
                addTables(block);
                addKeywords(List.of(List.of("LATERAL", "SELECT", "ONLY")));
            }
            case BEHIND_TABLE -> addKeywords(List.of(Keywords.BEHIND_TABLE));
            case JOIN_CONDITION -> {
                if (words.is(last, "ON")) {
                    JoinConditions.propose(block.sources(), engine).forEach(ranking::addFirst);
                }
                addExpression(block);
            }
            case TARGET_COLUMNS -> addTargetColumns(block);
            case EXPRESSION -> addExpression(block);
            case OTHER -> {
                addTables(block);
                addExpression(block);
                addKeywords(Keywords.statement(engine));
                addKeywords(List.of(Keywords.BEHIND_TABLE));
            }
        }
    }

    private void collectBehindDot(Block block) {
        String qualifier = words.name(last - 1);
        boolean namesTable = scopes.clause(last) == Clause.TABLE;
        for (Source source : block.visible()) {
            if (!namesTable && source.name().equals(qualifier)) {
                addColumns(source, "");
                return;
            }
        }
        boolean behindSchema = words.is(last - 2, ".");
        String schema = behindSchema ? words.name(last - 3) : null;
        catalog.find(schema, qualifier)
                .filter(_ -> !namesTable)
                .ifPresent(table -> addColumns(Source.of(table.name(), table), ""));
        for (SnapshotTable table : catalog.tables()) {
            if (table.schema().equalsIgnoreCase(qualifier)) {
                addTable(table, false);
            }
        }
    }

    private void addColumns(Source source, String prefix) {
        for (Source.Column column : source.columns()) {
            String detail = column.dataType().isEmpty() ? source.name() : column.dataType();
            String written = prefix + Names.written(column.name(), engine);
            ranking.add(
                    new Proposal(
                            Proposal.Kind.COLUMN,
                            quoted ? quote(column.name()) : written,
                            prefix + column.name(),
                            detail),
                    column.name());
        }
    }

    private static String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private void addTargetColumns(Block block) {
        Source target = block.target();
        if (target == null) {
            addExpression(block);
            return;
        }
        addColumns(target, "");
    }

    private void addExpression(Block block) {
        List<Source> visible = block.visible();
        Map<String, Integer> counts = new HashMap<>();
        for (Source source : visible) {
            for (Source.Column column : source.columns()) {
                counts.merge(column.name(), 1, Integer::sum);
            }
        }
        for (Source source : visible) {
            for (Source.Column column : source.columns()) {
                boolean ambiguous = counts.getOrDefault(column.name(), 0) > 1;
                String prefix = ambiguous ? Names.written(source.name(), engine) + "." : "";
                String type = column.dataType().isEmpty() ? "" : column.dataType() + " · ";
                ranking.add(
                        new Proposal(
                                Proposal.Kind.COLUMN,
                                quoted ? quote(column.name()) : prefix + Names.written(column.name(), engine),
                                prefix + column.name(),
                                type + source.name()),
                        column.name());
            }
            String name = Names.written(source.name(), engine);
            ranking.add(new Proposal(Proposal.Kind.ALIAS, name, source.name(), "in this statement"), source.name());
        }
        for (String function : catalog.functions()) {
            ranking.add(
                    new Proposal(Proposal.Kind.FUNCTION, Names.written(function, engine) + "(", function + "()", ""),
                    function);
        }
        addKeywords(List.of(Keywords.EXPRESSION, Keywords.CLAUSE));
    }

    private void addTables(Block block) {
        for (Source named : block.namedTables()) {
            ranking.add(
                    new Proposal(Proposal.Kind.ALIAS, Names.written(named.name(), engine), named.name(), "WITH"),
                    named.name());
        }
        for (SnapshotTable table : catalog.tables()) {
            addTable(table, true);
        }
        for (String schema : catalog.schemas()) {
            ranking.add(
                    new Proposal(Proposal.Kind.SCHEMA, Names.written(schema, engine) + ".", schema, "schema"), schema);
        }
    }

    /** @param qualify where the name alone would not find it */
    private void addTable(SnapshotTable table, boolean qualify) {
        if (!ranking.fits(table.searched())) {
            return;
        }
        String prefix = qualify && !table.reachable() ? Names.written(table.schema(), engine) + "." : "";
        String written = quoted ? quote(table.name()) : Names.written(table.name(), engine);
        Proposal.Kind kind = table.view() ? Proposal.Kind.VIEW : Proposal.Kind.TABLE;
        ranking.add(new Proposal(kind, prefix + written, table.name(), table.schema()), table.searched());
    }

    private void addKeywords(List<List<String>> lists) {
        if (quoted) {
            return;
        }
        boolean lower = isLowerCase();
        for (List<String> list : lists) {
            for (String keyword : list) {
                String text = lower ? keyword.toLowerCase(Locale.ROOT) : keyword;
                ranking.add(new Proposal(Proposal.Kind.KEYWORD, text, text, ""), keyword);
            }
        }
    }

    /** Keywords are proposed as the person writes them. */
    private boolean isLowerCase() {
        String model = typed.isEmpty() ? words.text(0) : typed;
        return !model.isEmpty() && model.equals(model.toLowerCase(Locale.ROOT));
    }

    /** Collects proposals and keeps those that fit what was typed, best first. */
    private static final class Ranking {
        private final String typed;
        private final List<Ranked> kept = new ArrayList<>();
        private int order;

        Ranking(String typed) {
            this.typed = typed.toLowerCase(Locale.ROOT);
        }

        private record Ranked(Proposal proposal, int score, int order) {}

        boolean fits(String lowerName) {
            return typed.isEmpty() || lowerName.contains(typed) || Matching.score(typed, lowerName) >= 0;
        }

        void addFirst(Proposal proposal) {
            kept.add(new Ranked(proposal, Integer.MAX_VALUE, order++));
        }

        void add(Proposal proposal, String name) {
            int score = Matching.score(typed, name.toLowerCase(Locale.ROOT));
            if (score >= 0) {
                kept.add(new Ranked(proposal, score, order++));
            }
        }

        List<Proposal> best(int most) {
            kept.sort((a, b) -> {
                if (a.score() != b.score()) {
                    return Integer.compare(b.score(), a.score());
                }
                int kinds = a.proposal().kind().compareTo(b.proposal().kind());
                return kinds != 0 ? kinds : Integer.compare(a.order(), b.order());
            });
            return kept.stream().map(Ranked::proposal).distinct().limit(most).toList();
        }
    }
}
