package dev.wheelhouse.core.databases.completion;

/** The clause at a place of a statement. */
enum Clause {
    /** A statement begins. */
    START,
    /** Expressions over the columns in scope. */
    EXPRESSION,
    /** A table's name. */
    TABLE,
    /** Behind a table's name: an alias, a join, the next clause. */
    BEHIND_TABLE,
    /** The condition of a join. */
    JOIN_CONDITION,
    /** Columns of the table that is changed. */
    TARGET_COLUMNS,
    /** Nothing that is known. */
    OTHER
}
