package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.completion.Proposal;
import dev.wheelhouse.core.databases.completion.Proposals;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /db-connections/{id}/completion}.
 *
 * @param caret characters (code points) before it; absent for the end of the text
 */
record CompletionJson(String sql, @Nullable Integer caret) {

    /** The caret in UTF-16 units. */
    int offset() {
        int points = sql.codePointCount(0, sql.length());
        if (caret == null) {
            return sql.length();
        }
        if (caret < 0 || caret > points) {
            throw AppException.invalid("caret", "Give 0 to " + points + ", the characters before the caret.");
        }
        return sql.offsetByCodePoints(0, caret);
    }

    /** The answer; places are counted in characters, like the caret. */
    record Answer(int from, int to, List<Item> items) {

        static Answer from(String sql, Proposals found) {
            return new Answer(
                    sql.codePointCount(0, found.from()),
                    sql.codePointCount(0, found.to()),
                    found.items().stream().map(Item::from).toList());
        }
    }

    record Item(Proposal.Kind kind, String text, String label, String detail) {

        static Item from(Proposal proposal) {
            return new Item(proposal.kind(), proposal.text(), proposal.label(), proposal.detail());
        }
    }
}
