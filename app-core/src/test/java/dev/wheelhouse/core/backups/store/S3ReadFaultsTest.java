package dev.wheelhouse.core.backups.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.store.FaultProxy.Request;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a restore's reading while its store fails. */
final class S3ReadFaultsTest {

    private static boolean isReading(Request request) {
        return request.is("GET", "/7/");
    }

    /** So much of an answer comes before its connection breaks. */
    private static final int HALF = 400_000;

    private static S3Server server;

    private final byte[] bytes = new byte[1_000_000];
    private FaultProxy proxy;
    private S3Store store;

    @BeforeAll
    static void start() throws Exception {
        server = new S3Server();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void open() throws Exception {
        new Random(4).nextBytes(bytes);
        proxy = new FaultProxy(server);
        // One attempt, so that what is seen is the reading's own patience.
        S3Patience patience = new S3Patience(Duration.ofSeconds(60), Duration.ofMinutes(1), 1);
        store = proxy.open("r/" + UUID.randomUUID(), patience, false);
        store.create("7/a", bytes);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        proxy.close();
    }

    /** An answer that ends early and its connection with it. */
    private static byte[] half(Request request, Callable<byte[]> passed) throws Exception {
        byte[] answer = Arrays.copyOf(passed.call(), HALF);
        return new String(answer, StandardCharsets.ISO_8859_1)
                .replaceFirst("\r\n", "\r\nConnection: close\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private InputStream half() throws Exception {
        proxy.next(1, S3ReadFaultsTest::isReading, S3ReadFaultsTest::half);
        InputStream in = store.open("7/a");
        assertThat(in.readNBytes(1000)).isEqualTo(Arrays.copyOf(bytes, 1000));
        return in;
    }

    private void breaksWith(StoreTrouble trouble, InputStream in) {
        assertThatThrownBy(in::readAllBytes).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.trouble()).as("%s", e.getMessage()).isEqualTo(trouble);
            assertThat(e).hasMessageContaining("7/a");
        });
    }

    @Test
    void outlastsAnAbsenceOfFiveSeconds() throws Exception {
        try (InputStream in = half()) {
            long back = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
            proxy.next(1000, _ -> System.nanoTime() < back, (_, _) -> FaultProxy.CUT);
            assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 1000, bytes.length));
            assertThat(System.nanoTime()).isGreaterThan(back);
        }
        assertThat(proxy.requests).filteredOn(S3ReadFaultsTest::isReading).hasSizeLessThan(20);
    }

    private void endsWhenClosed(InputStream in, CompletableFuture<Void> reading) throws Exception {
        Awaiting.until(() ->
                proxy.requests.stream().filter(S3ReadFaultsTest::isReading).count() >= 5);
        // Closing itself does not wait for the reading either, which would go on for a minute.
        in.close();
        reading.get();
    }

    @Test
    void endsItsWaitingWhenItIsClosed() throws Exception {
        InputStream in = half();
        proxy.next(1000, S3ReadFaultsTest::isReading, (_, _) -> FaultProxy.CUT);
        CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> breaksWith(StoreTrouble.AWAY, in));
        endsWhenClosed(in, reading);
    }

    @Test
    void endsTheWaitingBelowASealToo() throws Exception {
        try (SealedStore sealed = new SealedStore(store, SealKey.make(new SecureRandom()))) {
            sealed.create("7/sealed", new byte[5_000_000]);
            proxy.next(1, S3ReadFaultsTest::isReading, S3ReadFaultsTest::half);
            InputStream in = sealed.open("7/sealed");
            proxy.next(1000, S3ReadFaultsTest::isReading, (_, _) -> FaultProxy.CUT);
            CompletableFuture<Void> reading = CompletableFuture.runAsync(
                    () -> assertThatThrownBy(in::readAllBytes).isInstanceOf(StoreException.class));
            endsWhenClosed(in, reading);
        }
    }

    @Test
    void saysWhichObjectTheStoreLost() throws Exception {
        try (InputStream in = half()) {
            store.delete(List.of("7/a"));
            breaksWith(StoreTrouble.NOT_FOUND, in);
        }
        assertThatThrownBy(() -> store.open("7/a")).hasMessageContaining("7/a");
        assertThat(store.find("7/a")).isEmpty();
    }

    @Test
    void joinsNoTwoObjectsOfOneName() throws Exception {
        try (InputStream in = half()) {
            store.replace("7/a", new byte[bytes.length]);
            breaksWith(StoreTrouble.DAMAGED, in);
        }
    }

    @Test
    void doesNotTryForLongWhatItMayNotRead() throws Exception {
        try (InputStream in = half()) {
            proxy.next(1, S3ReadFaultsTest::isReading, (_, _) -> FaultProxy.error(403, "AccessDenied"));
            breaksWith(StoreTrouble.NOT_ALLOWED, in);
        }
    }
}
