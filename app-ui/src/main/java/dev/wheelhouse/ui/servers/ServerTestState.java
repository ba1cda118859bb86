package dev.wheelhouse.ui.servers;

/** How a test of the server in the form stands. */
public sealed interface ServerTestState {

    /** Not asked, or the form was changed since. */
    record Idle() implements ServerTestState {}

    record Running() implements ServerTestState {}

    /** @param text such as {@code Debian GNU/Linux 12 answered in 120 ms} */
    record Answered(String text) implements ServerTestState {}

    /** @param text why it did not answer, without any secret */
    record Failed(String text) implements ServerTestState {}

    /**
     * It shows a host key that is not trusted; nothing was sent to it.
     *
     * @param changed whether another key was trusted before
     */
    record Asking(String fingerprint, boolean changed) implements ServerTestState {}
}
