package dev.wheelhouse.core.logs.document;

/** Lets others have a processor that a long count or search would keep. */
final class Turn {

    private Turn() {}

    /** Virtual threads are not interrupted in their computing; whoever computes long has to offer. */
    @SuppressWarnings("ThreadPriorityCheck")
    static void offer() {
        Thread.yield();
    }
}
