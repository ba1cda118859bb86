package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.rows.Condition.And;
import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.databases.rows.Condition.Not;
import dev.wheelhouse.core.databases.rows.Condition.Or;
import java.util.List;

/** Writes a condition as SQL. */
final class ConditionSql {

    private final RowDialect dialect;
    private final TableColumns columns;

    ConditionSql(RowDialect dialect, TableColumns columns) {
        this.dialect = dialect;
        this.columns = columns;
    }

    /** In parentheses where it needs them, so that it may stand anywhere. */
    void write(SqlText sql, Condition condition) {
        switch (condition) {
            case And(List<Condition> members) -> join(sql, members, " and ");
            case Or(List<Condition> members) -> join(sql, members, " or ");
            case Not(Condition member) -> {
                sql.add("not (");
                write(sql, member);
                sql.add(")");
            }
            case Comparison comparison ->
                dialect.compare(sql, columns.require(comparison.column(), FilterParser.PATH), comparison);
        }
    }

    private void join(SqlText sql, List<Condition> members, String word) {
        if (members.isEmpty()) {
            sql.add("1 = 1");
            return;
        }
        String separator = "(";
        for (Condition member : members) {
            sql.add(separator);
            write(sql, member);
            separator = word;
        }
        sql.add(")");
    }
}
