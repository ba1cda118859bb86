package dev.wheelhouse.api.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Clients that each send one request after the other over a connection of their own. */
final class Load {

    private Load() {}

    /** What a load did. */
    static final class Outcome {
        private final long errors;
        private final long[] nanos;
        private final double seconds;

        private Outcome(long errors, long[] nanos, double seconds) {
            this.errors = errors;
            this.nanos = nanos;
            this.seconds = seconds;
        }

        /** Wrong answers, and connections that broke. */
        long errors() {
            return errors;
        }

        int count() {
            return nanos.length;
        }

        double perSecond() {
            return nanos.length / seconds;
        }

        double percentileMillis(double share) {
            return nanos.length == 0 ? Double.NaN : nanos[(int) Math.min(nanos.length - 1, nanos.length * share)] / 1e6;
        }
    }

    /** One request with its answer. */
    @FunctionalInterface
    interface Turn {

        /** @return whether the answer is right */
        boolean run(KeepAlive connection, int number) throws IOException;
    }

    /**
     * @param requests the request of each turn, to be answered by 2xx; any number of threads ask at once
     */
    static Outcome run(int port, int clients, Duration duration, IntFunction<byte[]> requests)
            throws IOException, InterruptedException {
        return run(
                port,
                clients,
                duration,
                (connection, number) -> connection.send(requests.apply(number)).status() / 100 == 2);
    }

    /**
     * @param turns any number of threads run them at once
     */
    static Outcome run(int port, int clients, Duration duration, Turn turns) throws IOException, InterruptedException {
        long startedAt = System.nanoTime();
        long until = startedAt + duration.toNanos();
        List<Future<Client>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < clients; i++) {
                Client client = new Client(port, i, until, turns);
                running.add(threads.submit(() -> client.work()));
            }
        }
        double seconds = (System.nanoTime() - startedAt) / 1e9;
        long errors = 0;
        List<long[]> parts = new ArrayList<>();
        for (Future<Client> each : running) {
            try {
                errors += each.get().errors;
                parts.add(Arrays.copyOf(each.get().nanos, each.get().count));
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            }
        }
        long[] nanos = parts.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        return new Outcome(errors, nanos, seconds);
    }

    private static final class Client {
        private final int port;
        private final int number;
        private final long until;
        private final Turn turns;
        private long[] nanos = new long[4096];
        private int count;
        private long errors;

        Client(int port, int number, long until, Turn turns) {
            this.port = port;
            this.number = number;
            this.until = until;
            this.turns = turns;
        }

        Client work() throws IOException {
            // Neighbours do not ask for the same thing at the same time.
            int turn = number * 7919;
            try (KeepAlive connection = new KeepAlive(port)) {
                long before = System.nanoTime();
                while (before < until) {
                    errors += turns.run(connection, turn++) ? 0 : 1;
                    long after = System.nanoTime();
                    note(after - before);
                    before = after;
                }
            } catch (IOException e) {
                errors++;
                System.err.println("A client failed: " + e);
            }
            return this;
        }

        private void note(long taken) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
            }
            nanos[count++] = taken;
        }
    }
}
