package dev.wheelhouse.core.databases.sessions;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/**
 * Makes the C library give long allocations back to the system as soon as they are freed. Once it has seen one freed, glibc
 * would keep the next ones, up to 32 MiB each, in an arena of the thread (mallopt(3), M_MMAP_THRESHOLD): eight threads that
 * had each worked a value of 16 MiB kept 200 MB.
 */
final class LongAllocations {

    private static final System.Logger LOG = System.getLogger(LongAllocations.class.getName());
    private static final int M_MMAP_THRESHOLD = -3;
    private static final int LONG_BYTES = 1 << 20;

    private LongAllocations() {}

    /** Holds for the whole process; does nothing where the C library has no such setting. */
    @SuppressWarnings("restricted") // Started with --enable-native-access, as the driver's own library needs.
    static void giveBack() {
        Linker linker = Linker.nativeLinker();
        linker.defaultLookup().find("mallopt").ifPresent(address -> {
            FunctionDescriptor mallopt =
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
            try {
                int _ = (int) linker.downcallHandle(address, mallopt).invokeExact(M_MMAP_THRESHOLD, LONG_BYTES);
            } catch (Throwable e) {
                LOG.log(System.Logger.Level.DEBUG, "The C library keeps long allocations", e);
            }
        });
    }
}
