package dev.wheelhouse.api.http.transport;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Buffers shared by all threads. Undertow's own pool keeps a cache for each thread, which is no cache at all when every
 * request has a new virtual thread. Thread-safe.
 */
final class DirectBufferPool implements ByteBufferPool {

    private final ConcurrentLinkedQueue<ByteBuffer> free = new ConcurrentLinkedQueue<>();
    private final Semaphore room;
    private final int bufferSize;
    private final boolean direct;

    /** @param maxKept buffers kept for reuse; more may be out at a time and are left to the collector afterwards */
    DirectBufferPool(int bufferSize, int maxKept) {
        this(bufferSize, maxKept, true);
    }

    private DirectBufferPool(int bufferSize, int maxKept, boolean direct) {
        this.bufferSize = bufferSize;
        this.room = new Semaphore(maxKept);
        this.direct = direct;
    }

    @Override
    public PooledByteBuffer allocate() {
        ByteBuffer buffer = free.poll();
        if (buffer == null) {
            buffer = direct ? ByteBuffer.allocateDirect(bufferSize) : ByteBuffer.allocate(bufferSize);
        } else {
            room.release();
        }
        return new Lease(buffer.clear());
    }

    private void giveBack(ByteBuffer buffer) {
        if (room.tryAcquire()) {
            free.add(buffer);
        }
    }

    @Override
    public ByteBufferPool getArrayBackedPool() {
        return new DirectBufferPool(bufferSize, 0, false);
    }

    @Override
    public void close() {
        free.clear();
    }

    @Override
    public int getBufferSize() {
        return bufferSize;
    }

    @Override
    public boolean isDirect() {
        return direct;
    }

    private final class Lease implements PooledByteBuffer {

        private final AtomicReference<ByteBuffer> lent;

        Lease(ByteBuffer buffer) {
            this.lent = new AtomicReference<>(buffer);
        }

        @Override
        public ByteBuffer getBuffer() {
            ByteBuffer buffer = lent.get();
            if (buffer == null) {
                throw new IllegalStateException("The buffer was given back");
            }
            return buffer;
        }

        @Override
        public void close() {
            ByteBuffer buffer = lent.getAndSet(null);
            if (buffer != null) {
                giveBack(buffer);
            }
        }

        @Override
        public boolean isOpen() {
            return lent.get() != null;
        }
    }
}
