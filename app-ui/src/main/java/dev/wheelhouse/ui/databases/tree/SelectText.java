package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.catalog.TableSummary;
import java.util.regex.Pattern;

/** The statement to begin with for a table. */
final class SelectText {

    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

    private SelectText() {}

    static String of(TableSummary table) {
        return "SELECT *\nFROM " + quoted(table.schema()) + "." + quoted(table.name()) + "\nLIMIT 100;\n";
    }

    /** Quoted where case or characters ask for it. A plain word may still be reserved, so short common ones are too. */
    private static String quoted(String name) {
        boolean plain = PLAIN.matcher(name).matches() && !RESERVED.matcher(name).matches();
        return plain ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static final Pattern RESERVED = Pattern.compile("all|analyse|analyze|and|any|array|as|asc|asymmetric|both"
            + "|case|cast|check|collate|column|constraint|create|default|deferrable|desc|distinct|do|else|end|except"
            + "|false|fetch|for|foreign|from|grant|group|having|in|index|initially|intersect|into|is|join|lateral"
            + "|leading|limit|localtime|not|null|offset|on|only|or|order|placing|primary|references|returning|select"
            + "|some|symmetric|table|then|to|trailing|transaction|true|union|unique|user|using|values|variadic|when"
            + "|where|window|with");
}
