package dev.wheelhouse.core.databases.editor;

/** Whether the rows of a result can be changed, and where they come from. */
public sealed interface ResultOrigin {

    /** They are one table's, with its key. */
    record Editable(ResultSource source) implements ResultOrigin {}

    /**
     * They can only be read.
     *
     * @param reason a sentence for people
     */
    record ReadOnly(String reason) implements ResultOrigin {}

    /** They seem to be one table's; its key is not known yet. Nobody outside this package meets it. */
    record Observed(ObservedColumns columns) implements ResultOrigin {}
}
