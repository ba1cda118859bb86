package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ForeignKeyDescription;
import java.util.ArrayList;
import java.util.List;

/** What joins the table that was named last with those before it, by foreign keys. */
final class JoinConditions {

    private JoinConditions() {}

    static List<Proposal> propose(List<Source> sources, Engine engine) {
        List<Proposal> proposals = new ArrayList<>();
        if (sources.size() < 2) {
            return proposals;
        }
        Source joined = sources.getLast();
        for (Source earlier : sources.subList(0, sources.size() - 1).reversed()) {
            addAll(proposals, joined, earlier, engine);
            addAll(proposals, earlier, joined, engine);
        }
        return proposals;
    }

    private static void addAll(List<Proposal> proposals, Source referring, Source referred, Engine engine) {
        if (referring.table() == null || referred.table() == null) {
            return;
        }
        for (ForeignKeyDescription key : referring.table().foreignKeys()) {
            boolean meant = key.refTable().equals(referred.table().name())
                    && key.refSchema().equals(referred.table().schema());
            if (meant) {
                String condition = condition(key, referring, referred, engine);
                proposals.add(new Proposal(Proposal.Kind.JOIN, condition, condition, "foreign key"));
            }
        }
    }

    private static String condition(ForeignKeyDescription key, Source referring, Source referred, Engine engine) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < key.columns().size(); i++) {
            pairs.add(column(referred, key.refColumns().get(i), engine) + " = "
                    + column(referring, key.columns().get(i), engine));
        }
        return String.join(" AND ", pairs);
    }

    private static String column(Source source, String name, Engine engine) {
        return Names.written(source.name(), engine) + "." + Names.written(name, engine);
    }
}
