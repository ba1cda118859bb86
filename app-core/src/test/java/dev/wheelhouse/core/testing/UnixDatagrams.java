package dev.wheelhouse.core.testing;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** A UNIX datagram socket of Linux that receives, as systemd's for notifications (unix(7)); Java has none. */
public final class UnixDatagrams implements AutoCloseable {

    private static final MethodHandle SOCKET =
            handle("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle BIND =
            handle("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle RECEIVE =
            handle("recv", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final int MSG_DONTWAIT = 0x40;

    private final int descriptor;

    private UnixDatagrams(int descriptor) {
        this.descriptor = descriptor;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    /** @param address a path, or an abstract one that begins with {@code @} */
    public static UnixDatagrams at(String address) {
        try (Arena arena = Arena.ofConfined()) {
            byte[] name = address.getBytes(StandardCharsets.UTF_8);
            MemorySegment place = arena.allocate(110);
            place.set(JAVA_SHORT, 0, (short) 1);
            MemorySegment.copy(name, 0, place, JAVA_BYTE, 2, name.length);
            if (name[0] == '@') {
                place.set(JAVA_BYTE, 2, (byte) 0);
            }
            int descriptor = (int) SOCKET.invokeExact(1, 2, 0);
            int bound = (int) BIND.invokeExact(descriptor, place, 2 + name.length);
            if (bound != 0) {
                throw new IllegalStateException("No socket at " + address);
            }
            return new UnixDatagrams(descriptor);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The next message that has arrived; empty when there is none. */
    public String receive() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(4096);
            long length = (long) RECEIVE.invokeExact(descriptor, buffer, 4096L, MSG_DONTWAIT);
            return length < 0 ? "" : new String(buffer.asSlice(0, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            int closed = (int) CLOSE.invokeExact(descriptor);
            if (closed != 0) {
                throw new IllegalStateException("The socket cannot be closed");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
