package dev.wheelhouse.core.mail.check.smtp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** A socket whose reads end at one moment, also for a server that sends a byte now and then, and under TLS. */
final class DeadlineSocket extends Socket {

    private final long end;

    DeadlineSocket(Duration limit) {
        end = System.nanoTime() + limit.toNanos();
    }

    /** Milliseconds, at least 1. */
    int left() throws SocketTimeoutException {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new SocketTimeoutException();
        }
        return (int) left;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {

            @Override
            public int read() throws IOException {
                setSoTimeout(left());
                return super.read();
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                setSoTimeout(left());
                return super.read(buffer, offset, length);
            }
        };
    }
}
