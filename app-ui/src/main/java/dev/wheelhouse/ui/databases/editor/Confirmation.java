package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.query.ConfirmationNeeded;
import dev.wheelhouse.core.databases.query.StatementImpact;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What has to be agreed to before statements run.
 *
 * @param typed what has to be typed by hand first; empty when a click is enough
 * @param confirmed runs them
 */
public record Confirmation(
        String connection, boolean production, List<Item> items, List<String> typed, Runnable confirmed) {

    private static final Set<String> TYPED_ON_PRODUCTION = Set.of("DROP", "TRUNCATE");

    /**
     * One statement.
     *
     * @param place such as {@code "Statement 2"}
     */
    public record Item(String place, String command, String object, String reason, String impact) {}

    static Confirmation of(DatabaseConnection connection, ConfirmationNeeded needed, Runnable confirmed) {
        List<String> typed = needed.statements().stream()
                .filter(each -> connection.isProduction() && TYPED_ON_PRODUCTION.contains(each.command()))
                .map(StatementImpact::object)
                .filter(object -> object != null && !object.isBlank())
                .distinct()
                .toList();
        return new Confirmation(
                connection.name(),
                connection.isProduction(),
                needed.statements().stream().map(Confirmation::item).toList(),
                typed,
                confirmed);
    }

    private static Item item(StatementImpact impact) {
        return new Item(
                "Statement " + (impact.index() + 1),
                impact.command(),
                impact.object() == null ? "" : impact.object(),
                reason(impact.rule()),
                rows(impact.estimatedRows()));
    }

    private static String reason(String rule) {
        return switch (rule) {
            case "delete_without_where" -> "deletes every row";
            case "update_without_where" -> "changes every row";
            case "delete_where_names_no_column", "update_where_names_no_column" ->
                "its condition names no column, so it may mean every row";
            case "most_rows" -> "may change most rows of the table";
            case "alter_rewrites_values" -> "replaces every value of a column";
            case "alter_disables" -> "switches a protection of the table off";
            case "alter_unlogged" -> "is emptied by a crash from then on";
            case "default_privileges" -> "changes the rights on whatever is made later";
            case "policy_admits_all" -> "shows rows whatever is in them";
            case "truncate" -> "empties it";
            case "writes" -> "reads by its text, but changes something when it runs";
            case "unknown_statement", "explain_option" -> "is not known, so it may do anything";
            case "merge_changes_rows" -> "may change or delete rows";
            case "makes_code" -> "makes code that runs later";
            case "calls_destructive_function" ->
                "calls a function that changes every row of a table, removes something or hides what it does";
            case "calls_unknown_function" -> "calls functions that could not be looked up in time";
            case "calls_made_function" -> "calls a function that the same text makes";
            case "system_catalog" -> "changes the system catalog";
            default -> rule.startsWith("drop") ? "removes it for good" : rule.replace('_', ' ');
        };
    }

    private static String rows(@Nullable Long estimate) {
        if (estimate == null) {
            return "rows unknown";
        }
        return estimate == 1 ? "about 1 row" : "about " + String.format(Locale.ROOT, "%,d", estimate) + " rows";
    }
}
