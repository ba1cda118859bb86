package dev.wheelhouse.core.databases.sessions;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalLong;

/** The memory that the C library gives out, SQLite's among it. Thread-safe. */
@SuppressWarnings("restricted") // Started with --enable-native-access, as the driver's own library needs.
final class NativeMemory {

    private static final System.Logger LOG = System.getLogger(NativeMemory.class.getName());
    private static final int M_MMAP_THRESHOLD = -3;
    private static final int LONG_BYTES = 1 << 20;

    private static final MemoryLayout MALLINFO2 = MemoryLayout.sequenceLayout(10, ValueLayout.JAVA_LONG);
    private static final long HBLKHD = 4 * Long.BYTES;
    private static final long UORDBLKS = 7 * Long.BYTES;

    private NativeMemory() {}

    /** Made when it is first asked for, beside the statement that is watched: it takes longer than a first page may wait. */
    private static final class Count {
        private static final Optional<MethodHandle> HANDLE =
                function("mallinfo2", FunctionDescriptor.of(MemoryLayout.structLayout(MALLINFO2)));
    }

    private static Optional<MethodHandle> function(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup().find(name).map(address -> linker.downcallHandle(address, descriptor));
    }

    /**
     * Gives long allocations back to the system as soon as they are freed. Once it has seen one freed, glibc would keep the
     * next ones, up to 32 MiB each, in an arena of the thread (mallopt(3), M_MMAP_THRESHOLD): eight threads that had each
     * worked a value of 16 MiB kept 200 MB. Holds for the whole process; does nothing where the C library has no such
     * setting.
     */
    static void giveBackLong() {
        function("mallopt", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
                .ifPresent(mallopt -> {
                    try {
                        int _ = (int) mallopt.invokeExact(M_MMAP_THRESHOLD, LONG_BYTES);
                    } catch (Throwable e) {
                        LOG.log(System.Logger.Level.DEBUG, "The C library keeps long allocations", e);
                    }
                });
    }

    /** Bytes that are given out and not freed (mallinfo(3)); empty where the C library does not count them. */
    static OptionalLong allocatedBytes() {
        if (Count.HANDLE.isEmpty()) {
            return OptionalLong.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment counted = (MemorySegment) Count.HANDLE.get().invoke(arena);
            return OptionalLong.of(
                    counted.get(ValueLayout.JAVA_LONG, HBLKHD) + counted.get(ValueLayout.JAVA_LONG, UORDBLKS));
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.DEBUG, "The C library does not tell what it has given out", e);
            return OptionalLong.empty();
        }
    }
}
