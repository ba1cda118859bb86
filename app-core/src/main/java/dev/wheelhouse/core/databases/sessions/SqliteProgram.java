package dev.wheelhouse.core.databases.sessions;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.regex.Pattern;

/**
 * What a program of SQLite holds in memory (SQLite documentation, "The SQLite Bytecode Engine").
 *
 * @param values values of any length at once: the registers that something is written to which may be long
 * @param sorters sorts without a limit; each keeps one row of every run that it merges
 */
record SqliteProgram(int values, int sorters) {

    /** Statements that work no values; they are run often. */
    private static final Pattern EMPTY =
            Pattern.compile("(?i)\\s*(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|EXPLAIN)\\b");

    static boolean isEmpty(String sql) {
        return EMPTY.matcher(sql).lookingAt();
    }

    /** @param program the answer to EXPLAIN: address, operation, p1, p2, p3 and more */
    static SqliteProgram of(ResultSet program) throws SQLException {
        int values = 0;
        int sorters = 0;
        BitSet registers = new BitSet();
        while (program.next()) {
            if (program.getInt(1) == 0) {
                // A trigger's program has registers of its own.
                values += registers.cardinality();
                registers.clear();
            }
            switch (program.getString(2)) {
                case "Function", "PureFunc", "Concat", "Column", "VColumn", "MakeRecord", "AggValue" ->
                    registers.set(program.getInt(5));
                case "AggFinal", "Cast" -> registers.set(program.getInt(3));
                case "RowData", "SorterData" -> registers.set(program.getInt(4));
                case "Copy" -> registers.set(program.getInt(4), program.getInt(4) + program.getInt(5) + 1);
                case "SorterOpen" -> sorters++;
                default -> {
                    // It writes a number, a constant of the text or another name of a value.
                }
            }
        }
        return new SqliteProgram(values + registers.cardinality(), sorters);
    }
}
