package dev.wheelhouse.ui.databases.connections;

/** How a test of the connection in the form stands. */
public sealed interface TestState {

    /** Not asked, or the form was changed since. */
    record Idle() implements TestState {}

    record Running() implements TestState {}

    /** @param text such as {@code PostgreSQL 16.4 answered in 12 ms} */
    record Answered(String text) implements TestState {}

    /**
     * It answered, and its login may do more than a console needs.
     *
     * @param text as of {@link Answered}
     * @param warning says which rights those are
     * @param lesserLogin SQL that makes a login without them
     */
    record Powerful(String text, String warning, String lesserLogin) implements TestState {}

    /** @param text why it did not answer, without any secret */
    record Failed(String text) implements TestState {}
}
