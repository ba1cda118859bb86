package dev.wheelhouse.core.platform.job;

/** The end of the process that the system asks for (SIGTERM, Ctrl+C, log-off). */
public final class ProcessEnd {

    private ProcessEnd() {}

    /** Runs work when the process is asked to end, and lets it end when the work is done. */
    public static void whenAsked(Runnable work) {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(work));
    }
}
