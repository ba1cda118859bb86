package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.secret.VaultError;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** Far sides that answer as a test says; shared by all its consoles, as the real ones are. */
final class FakeTargets implements Targets {

    final Map<Key, FarSide> farSides = new ConcurrentHashMap<>();
    final Map<String, String> disabled = new ConcurrentHashMap<>();
    final List<String> failing = new CopyOnWriteArrayList<>();
    final boolean paced;

    FakeTargets() {
        this(false);
    }

    FakeTargets(boolean paced) {
        this.paced = paced;
    }

    /** The same far sides for a console whose vault is locked. */
    Targets locked() {
        return new Targets() {

            @Override
            public List<Key> enabled(Transaction tx) {
                return FakeTargets.this.enabled(tx);
            }

            @Override
            public Optional<Target> find(Key key) {
                throw new AppException(VaultError.VAULT_LOCKED, "The vault is locked.");
            }

            @Override
            public boolean paced() {
                return paced;
            }

            @Override
            public boolean isDisabledFor(Trouble trouble, Transaction tx, Key key, String reason) {
                throw new AssertionError("Nothing was tried");
            }
        };
    }

    /** What a far side got. */
    record Received(String eventId, String subjectId, String body, Instant at) {}

    /** How it answers. */
    @FunctionalInterface
    interface Script {
        Answer answer(Message message) throws InterruptedException;
    }

    static final class FarSide implements Target {

        final List<Received> received = new CopyOnWriteArrayList<>();
        private volatile Script script = _ -> delivered();
        private volatile int atOnce;
        private volatile int mostAtOnce;

        void answers(Script next) {
            script = next;
        }

        /** Holds back every answer until the latch opens. */
        void waitsFor(CountDownLatch latch) {
            script = _ -> {
                latch.await();
                return delivered();
            };
        }

        List<String> subjects() {
            return received.stream().map(Received::subjectId).toList();
        }

        int mostAtOnce() {
            return mostAtOnce;
        }

        @Override
        public Hearing hears(Event event, EventKind kind) {
            return kind == EventKind.SETTINGS_CHANGED
                    ? Hearing.NEVER
                    : kind == EventKind.SERVER_RECOVERED ? Hearing.IF_OPEN : Hearing.ALWAYS;
        }

        /** One by its subject; several as {@code app_1 x 3, app_2}, in brackets for a digest. */
        @Override
        public Message compose(Bundle events) {
            String all = events.parts().stream()
                    .map(each -> each.newest().subjectId()
                            + (each.newest().kind().endsWith("recovered") ? " ok" : "")
                            + (each.count() == 1 ? "" : " x " + each.count()))
                    .collect(Collectors.joining(", "));
            Event newest = events.newest();
            return new Message(newest.id(), newest.kind(), events.digest() ? "[" + all + "]" : all);
        }

        @Override
        public Answer send(Message message, Instant at) {
            synchronized (received) {
                atOnce++;
                mostAtOnce = Math.max(mostAtOnce, atOnce);
                received.add(new Received(message.eventId(), message.body(), message.body(), at));
            }
            try {
                return script.answer(message);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AppException(PlatformError.CANCELLED, "Interrupted.", e);
            } finally {
                synchronized (received) {
                    atOnce--;
                }
            }
        }
    }

    static Answer delivered() {
        return new Answer(Answer.Result.DELIVERED, 200, null, Map.of("id", "x"), Map.of(), "fine", null);
    }

    static Answer failed() {
        return new Answer(Answer.Result.FAILED, 500, "It answered 500.", Map.of(), Map.of(), "", null);
    }

    static Answer refused() {
        return Answer.refused("It answered 404.");
    }

    static Answer gone() {
        return new Answer(Answer.Result.GONE, 410, "It answered 410.", Map.of(), Map.of(), "", null);
    }

    @Override
    public List<Key> enabled(Transaction tx) {
        return farSides.keySet().stream()
                .filter(each -> !disabled.containsKey(each.id()))
                .toList();
    }

    @Override
    public Optional<Target> find(Key key) {
        return disabled.containsKey(key.id()) ? Optional.empty() : Optional.ofNullable(farSides.get(key));
    }

    @Override
    public boolean paced() {
        return paced;
    }

    @Override
    public boolean isDisabledFor(Trouble trouble, Transaction tx, Key key, String reason) {
        boolean fails = trouble == Trouble.FAILING;
        tx.afterCommit(() -> {
            if (fails) {
                failing.add(key.id() + ": " + reason);
            } else if (!paced) {
                disabled.put(key.id(), reason);
            }
        });
        return !fails && !paced;
    }
}
