package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;

/** What the form is open for. */
public sealed interface FormMode {

    /** A new connection. */
    record Add() implements FormMode {}

    /** @param connection as it was when the form opened */
    record Edit(DatabaseConnection connection) implements FormMode {}

    /** A new connection that begins as another is; passwords are not copied. */
    record Duplicate(DatabaseConnection original) implements FormMode {}

    default String title() {
        return switch (this) {
            case Add _ -> "Add a database";
            case Edit edit -> "Edit " + edit.connection().name();
            case Duplicate duplicate -> "Duplicate " + duplicate.original().name();
        };
    }
}
