package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.HostFailures;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all lines of a document once and then through what it gains, and anew when its lines become others. What is
 * done with them is called by one thread; all else is thread-safe.
 */
abstract class DocumentPass {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final FileDocument document;
    private volatile boolean closed;
    private volatile boolean complete;
    private volatile double progress;
    private volatile long generation = -1;
    private volatile @Nullable AppException failure;

    DocumentPass(FileDocument document) {
        this.document = document;
    }

    /** The first line comes next. */
    abstract void begin();

    /** @param length whole lines, the last with its line break */
    abstract void lines(byte[] bytes, int length);

    /** @param length of the last line, which has no line break yet; 0 when there is none */
    abstract void tail(byte[] bytes, int length);

    void run() {
        try {
            while (!closed) {
                Content content = document.content();
                begin();
                complete = false;
                generation = content.generation();
                try {
                    pass(content);
                } catch (IOException e) {
                    if (!closed && isOf(content)) {
                        throw e;
                    }
                    // Closed under the reading, for the lines are other ones now.
                }
            }
        } catch (InterruptedException _) {
            // The console stops.
        } catch (AppException e) {
            if (!closed) {
                failure = e;
            }
        } catch (IOException e) {
            if (closed) {
                return;
            }
            failure = HostFailures.unavailable("The log could not be read", e);
        } finally {
            document.changed();
        }
    }

    private void pass(Content content) throws IOException, InterruptedException {
        long position = 0;
        while (!closed && isOf(content)) {
            long seen = document.growth().count();
            position = readOn(content, position);
            if (complete) {
                document.growth().await(seen, PATIENCE);
            }
        }
    }

    /** A method of its own, as nothing that it reads into is kept while there is nothing to read. */
    private long readOn(Content content, long start) throws IOException {
        LineChunks chunks = new LineChunks(content.bytes(), start);
        while (chunks.next()) {
            lines(chunks.buffer(), chunks.length());
            progress = (double) chunks.position() / Math.max(1, content.bytes().length());
            complete = false;
            document.changed();
            Turn.offer();
            if (closed || !isOf(content)) {
                return chunks.position();
            }
        }
        int tail = chunks.tail();
        tail(chunks.buffer(), tail);
        progress = 1;
        complete = true;
        document.changed();
        return chunks.position();
    }

    private boolean isOf(Content content) {
        return document.content().generation() == content.generation();
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether everything was gone through that is there now. */
    public boolean isComplete() {
        return complete && generation == document.content().generation();
    }

    /** Whether what was gone through is of the document's lines of now. */
    boolean isCurrent() {
        return generation == document.content().generation();
    }

    public double progress() {
        return progress;
    }

    public @Nullable AppException failure() {
        return failure;
    }

    public void close() {
        closed = true;
        document.growth().give();
    }
}
