package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.catalog.CatalogSnapshot;
import dev.wheelhouse.core.databases.completion.Completion;
import dev.wheelhouse.core.databases.completion.Proposal;
import dev.wheelhouse.core.databases.completion.Proposals;
import dev.wheelhouse.ui.controls.editor.Suggestion;
import dev.wheelhouse.ui.controls.editor.SuggestionSource;
import dev.wheelhouse.ui.controls.editor.Suggestions;

/** Proposals from the names that were loaded last. Thread-safe. */
final class CatalogueSuggestions implements SuggestionSource {

    private volatile CatalogSnapshot catalog;

    CatalogueSuggestions(CatalogSnapshot catalog) {
        this.catalog = catalog;
    }

    void use(CatalogSnapshot newest) {
        catalog = newest;
    }

    @Override
    public Suggestions suggest(String block, int caret) {
        Proposals proposals = Completion.propose(block, caret, catalog);
        return new Suggestions(
                proposals.from(),
                proposals.to(),
                proposals.items().stream().map(CatalogueSuggestions::shown).toList());
    }

    private static Suggestion shown(Proposal proposal) {
        return new Suggestion(proposal.text(), proposal.label(), icon(proposal.kind()), proposal.detail());
    }

    private static String icon(Proposal.Kind kind) {
        return switch (kind) {
            case JOIN -> "fth-link";
            case COLUMN -> "fth-columns";
            case TABLE -> "fth-grid";
            case VIEW -> "fth-eye";
            case ALIAS -> "fth-at-sign";
            case KEYWORD -> "fth-type";
            case SCHEMA -> "fth-folder";
            case FUNCTION -> "fth-code";
        };
    }
}
