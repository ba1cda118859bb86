package dev.wheelhouse.core.logs.document;

/** Lets others have a processor that a long count or search would keep. */
final class Turn {

    private Turn() {}

    /** Virtual threads are not interrupted in their computing; long computations offer their turn themselves. */
    @SuppressWarnings("ThreadPriorityCheck")
    static void offer() {
        Thread.yield();
    }
}
