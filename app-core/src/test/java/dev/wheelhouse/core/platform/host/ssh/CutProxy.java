package dev.wheelhouse.core.platform.host.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A network cable of the tests: carries connections to a loopback port, can be cut, and healed. */
public final class CutProxy implements AutoCloseable {

    private final ServerSocket listener;
    private volatile int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private volatile boolean swallowing;
    private volatile CountDownLatch held = new CountDownLatch(0);

    public CutProxy(int target) throws IOException {
        this.target = target;
        listener = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Ends every connection and every new one. */
    public void cut() {
        cut = true;
        open.forEach(CutProxy::closeQuietly);
    }

    /** Carries nothing more without ending anything, as a network does that lost its route. */
    public void swallow() {
        swallowing = true;
    }

    /** Carries nothing more and loses nothing: who sends soon waits. */
    public void hold() {
        held = new CountDownLatch(1);
    }

    /** New connections go to another port from now on. */
    public void leadTo(int port) {
        target = port;
    }

    public void heal() {
        cut = false;
        swallowing = false;
        held.countDown();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket near = listener.accept();
                if (cut) {
                    near.close();
                    continue;
                }
                Socket far = new Socket(InetAddress.ofLiteral("127.0.0.1"), target);
                open.add(near);
                open.add(far);
                Thread.ofVirtual().start(() -> carry(near, far));
                Thread.ofVirtual().start(() -> carry(far, near));
            } catch (IOException _) {
                // Closed, or nobody listens at the target.
            }
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] buffer = new byte[32 << 10];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                held.await();
                if (!swallowing) {
                    out.write(buffer, 0, read);
                }
            }
            to.shutdownOutput();
        } catch (IOException | InterruptedException _) {
            closeQuietly(from);
            closeQuietly(to);
        } finally {
            open.remove(from);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException _) {
            // It is closed.
        }
    }

    @Override
    public void close() {
        held.countDown();
        open.forEach(CutProxy::closeQuietly);
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
