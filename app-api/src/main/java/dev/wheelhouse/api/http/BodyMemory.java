package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.limit.MemoryBudget;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the bodies that are read whole take, as bytes on their way and as what is made of them: a megabyte of small JSON
 * objects becomes ten times that. Small bodies are not counted. Thread-safe.
 */
final class BodyMemory {

    /** Bytes; as many requests as there may be at once with bodies of this size do no harm. */
    private static final int SMALL = 8 << 10;

    /** Of a JSON object's member or an array's element beside its text, roughly. */
    private static final int ELEMENT_BYTES = 48;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String FULL = "Too many large bodies are being worked on. Try again in a second.";

    private final MemoryBudget arriving = new MemoryBudget(16, FULL);
    private final MemoryBudget working = new MemoryBudget(32, FULL);

    /** One body's; given back when it is closed. For one thread. */
    final class Held implements AutoCloseable {

        private final MemoryBudget.Held bytes;
        private final MemoryBudget.Held objects;

        private Held(boolean reserved) {
            this.bytes = arriving.hold(reserved);
            this.objects = working.hold(reserved);
        }

        /**
         * So much has come. Nobody waits, since those who wait with half a body each would wait for one another.
         *
         * @throws dev.wheelhouse.core.platform.error.AppException {@code busy}
         */
        void arrived(int count) {
            int more = kib(count) - bytes.kib();
            if (count > SMALL && more > 0) {
                bytes.add(more, Duration.ZERO);
            }
        }

        /**
         * It is there, and will be read as JSON.
         *
         * @throws dev.wheelhouse.core.platform.error.AppException {@code busy}
         */
        void arrived(byte[] body) {
            if (body.length > SMALL) {
                objects.resize(Math.min(kib(cost(body)), objects.most()), PATIENCE);
            }
            bytes.close();
        }

        @Override
        public void close() {
            bytes.close();
            objects.close();
        }
    }

    private static int kib(long bytes) {
        return (int) ((bytes + 1023) >> 10);
    }

    /** What is made of a body of JSON, bytes. */
    static long cost(byte[] body) {
        long cost = 2L * body.length;
        boolean inText = false;
        for (int i = 0; i < body.length; i++) {
            switch (body[i]) {
                case '"' -> inText = !inText;
                case '\\' -> i++;
                case ',', ':', '{', '[' -> cost += inText ? 0 : ELEMENT_BYTES;
                default -> {}
            }
        }
        return cost;
    }

    /** @param caller null for nobody in particular */
    Held hold(@Nullable Caller caller) {
        return new Held(caller != null && caller.isOwnerInPerson());
    }
}
