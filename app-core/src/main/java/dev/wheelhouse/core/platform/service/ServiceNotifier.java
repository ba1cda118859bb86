package dev.wheelhouse.core.platform.service;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells systemd how the service is: sd_notify(3), a datagram to the UNIX socket that {@code NOTIFY_SOCKET} names, which Java
 * itself cannot send. Where that is not set nothing happens; what cannot be sent is logged. Thread-safe.
 */
public final class ServiceNotifier {

    private static final System.Logger LOG = System.getLogger(ServiceNotifier.class.getName());

    /** Of Linux, the one system with systemd: socket(2), unix(7). */
    private static final int AF_UNIX = 1;

    private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int LONGEST_PATH = 107;

    private final @Nullable String socket;

    private ServiceNotifier(@Nullable String socket) {
        this.socket = socket;
    }

    /** @param environment of the process */
    public static ServiceNotifier of(Map<String, String> environment) {
        String socket = environment.get("NOTIFY_SOCKET");
        return new ServiceNotifier(socket == null || socket.isEmpty() ? null : socket);
    }

    /** Whether systemd waits for word. */
    public boolean isListenedTo() {
        return socket != null;
    }

    /** The service does its work. */
    public void ready(String status) {
        send("READY=1\nSTATUS=" + oneLine(status));
    }

    /** The service ends. */
    public void stopping() {
        send("STOPPING=1\nSTATUS=Stopping");
    }

    /**
     * The start takes longer.
     *
     * @param status why
     * @param seconds in which the next word comes
     */
    public void starting(String status, long seconds) {
        send("EXTEND_TIMEOUT_USEC=" + seconds * 1_000_000 + "\nSTATUS=" + oneLine(status));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private void send(String message) {
        if (socket == null) {
            return;
        }
        try {
            Datagram.send(socket, message.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "systemd was not told " + message.lines().toList(),
                    e);
        }
    }

    /** Loads what calls the C library, which no start elsewhere shall cost. */
    private static final class Datagram {

        private static final Linker LINKER = Linker.nativeLinker();
        private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
        private static final StructLayout STATE = Linker.Option.captureStateLayout();
        private static final AddressLayout POINTER = ValueLayout.ADDRESS;
        private static final MethodHandle SOCKET = handle(
                "socket",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        private static final MethodHandle SENDTO = handle(
                "sendto",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        POINTER,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        POINTER,
                        ValueLayout.JAVA_INT));
        private static final MethodHandle CLOSE =
                handle("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

        @SuppressWarnings("restricted") // Of the C library alone, with its own signatures.
        private static MethodHandle handle(String name, FunctionDescriptor type) {
            return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type, ERRNO);
        }

        /** @param path as unix(7) has it; an abstract one begins with {@code @} */
        static void send(String path, byte[] message) throws IOException {
            byte[] name = path.getBytes(StandardCharsets.UTF_8);
            if ((name[0] != '/' && name[0] != '@') || name.length > LONGEST_PATH) {
                throw new IOException("NOTIFY_SOCKET names no UNIX socket: " + path);
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment state = arena.allocate(STATE);
                MemorySegment address = arena.allocate(Short.BYTES + LONGEST_PATH + 1);
                address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
                MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, Short.BYTES, name.length);
                if (name[0] == '@') {
                    address.set(ValueLayout.JAVA_BYTE, Short.BYTES, (byte) 0);
                }
                MemorySegment text = arena.allocateFrom(ValueLayout.JAVA_BYTE, message);
                int descriptor = (int) SOCKET.invokeExact(state, AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
                if (descriptor < 0) {
                    throw failed("socket", state);
                }
                try {
                    long sent = (long) SENDTO.invokeExact(
                            state,
                            descriptor,
                            text,
                            (long) message.length,
                            MSG_NOSIGNAL,
                            address,
                            Short.BYTES + name.length);
                    if (sent < 0) {
                        throw failed("sendto " + path, state);
                    }
                } finally {
                    int ignored = (int) CLOSE.invokeExact(state, descriptor);
                }
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        private static IOException failed(String call, MemorySegment state) {
            return new IOException(call + ": errno "
                    + state.get(
                            ValueLayout.JAVA_INT, STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"))));
        }
    }
}
