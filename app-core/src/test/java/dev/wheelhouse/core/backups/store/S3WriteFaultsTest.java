package dev.wheelhouse.core.backups.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.store.FaultProxy.Request;
import java.io.InputStream;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of objects while their store fails. */
final class S3WriteFaultsTest {

    private static boolean isCompletion(Request request) {
        return request.is("POST", "uploadId=");
    }

    private static boolean isPart(Request request) {
        return request.is("PUT", "partNumber=");
    }

    private static boolean isObject(Request request) {
        return request.is("PUT", "/7/");
    }

    private static S3Server server;

    private final byte[] large = new byte[ObjectStore.PART_BYTES + 1000];
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
        new Random(3).nextBytes(large);
        proxy = new FaultProxy(server);
        store = opened(S3Patience.OF_PEOPLE);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        proxy.close();
    }

    private S3Store opened(S3Patience patience) {
        return proxy.open("w/" + UUID.randomUUID(), patience, false);
    }

    private void upload(String name, byte[] bytes) throws StoreException {
        try (ObjectUpload upload = store.upload(name)) {
            upload.write(bytes, 0, bytes.length);
            assertThat(upload.finish()).isEqualTo(bytes.length);
        }
    }

    private void holds(String name, byte[] bytes) throws Exception {
        try (InputStream in = store.open(name)) {
            assertThat(in.readAllBytes()).isEqualTo(bytes);
        }
    }

    private static void fails(StoreTrouble trouble, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.trouble()).as("%s", e.getMessage()).isEqualTo(trouble));
    }

    private void leavesNoParts() {
        assertThat(store.client()
                        .listMultipartUploads(each -> each.bucket(S3Server.BUCKET))
                        .uploads())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"500, InternalError", "503, SlowDown", "503, ServiceUnavailable"})
    void triesAgainWhatFailsForAMoment(int status, String code) throws Exception {
        proxy.next(2, S3WriteFaultsTest::isObject, (_, _) -> FaultProxy.error(status, code));
        assertThat(store.create("7/a", new byte[10])).isTrue();
        proxy.next(2, S3WriteFaultsTest::isPart, (_, _) -> FaultProxy.error(status, code));
        upload("7/base", large);
        holds("7/base", large);
    }

    @Test
    void saysWhenItStaysAway() {
        proxy.next(100, S3WriteFaultsTest::isObject, (_, _) -> FaultProxy.error(503, "SlowDown"));
        fails(StoreTrouble.AWAY, () -> store.create("7/a", new byte[10]));
    }

    @Test
    void countsAsStoredWhatItsAnswerWasLostOf() throws Exception {
        proxy.next(1, S3WriteFaultsTest::isObject, (_, passed) -> {
            passed.call();
            return FaultProxy.CUT;
        });
        assertThat(store.create("7/a", new byte[10])).isTrue();
        proxy.next(1, S3WriteFaultsTest::isObject, (_, passed) -> {
            passed.call();
            return FaultProxy.CUT;
        });
        upload("7/small", new byte[20]);
        proxy.next(1, S3WriteFaultsTest::isCompletion, (_, passed) -> {
            passed.call();
            return FaultProxy.CUT;
        });
        upload("7/base", large);
        holds("7/base", large);
        assertThat(proxy.requests).filteredOn(S3WriteFaultsTest::isCompletion).hasSize(2);
        leavesNoParts();
    }

    @Test
    void countsAsStoredWhatNoAnswerCameOfAtAll() throws Exception {
        proxy.next(100, S3WriteFaultsTest::isCompletion, (_, passed) -> {
            passed.call();
            return FaultProxy.CUT;
        });
        upload("7/base", large);
        holds("7/base", large);
    }

    @Test
    void takesNoOthersObjectForItsOwn() throws Exception {
        store.create("7/other", new byte[1]);
        byte[] bytes = {1, 2, 3};
        proxy.next(1, S3WriteFaultsTest::isObject, (_, passed) -> {
            try (S3Store direct = server.open("")) {
                String key = proxy.requests.getLast().target().substring(("/" + S3Server.BUCKET + "/").length());
                direct.create(key, bytes);
            }
            passed.call();
            return FaultProxy.CUT;
        });
        assertThat(store.create("7/a", bytes)).isFalse();
    }

    @Test
    void triesACompletionAgainThatAnswersWithAnErrorAfterItsStatus() throws Exception {
        proxy.next(1, S3WriteFaultsTest::isCompletion, (_, _) -> FaultProxy.error(200, "InternalError"));
        upload("7/base", large);
        holds("7/base", large);
        proxy.next(100, S3WriteFaultsTest::isCompletion, (_, _) -> FaultProxy.error(200, "InternalError"));
        fails(StoreTrouble.AWAY, () -> upload("7/second", large));
        assertThat(store.find("7/second")).isEmpty();
        leavesNoParts();
    }

    @Test
    void leavesNothingWhereTheRightIsTakenAwayMidway() throws Exception {
        proxy.next(1, each -> each.is("PUT", "partNumber=2"), (_, _) -> FaultProxy.error(403, "AccessDenied"));
        fails(StoreTrouble.NOT_ALLOWED, () -> upload("7/base", large));
        assertThat(store.list("")).isEmpty();
        leavesNoParts();
    }

    @Test
    void outlastsAnAbsenceOfFiveSeconds() throws Exception {
        store.close();
        store = opened(S3Patience.OF_WORK);
        store.create("7/before", new byte[1]);
        long back = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        proxy.next(1000, _ -> System.nanoTime() < back, (_, _) -> FaultProxy.CUT);
        upload("7/base", large);
        holds("7/base", large);
        assertThat(System.nanoTime()).isGreaterThan(back);
    }

    @Test
    void asksAgainWhereTheAnswerDoesNotCome() throws Exception {
        store.close();
        store = opened(new S3Patience(Duration.ofMillis(300), Duration.ofMinutes(1), 3));
        store.create("7/before", new byte[1]);
        CountDownLatch closed = new CountDownLatch(1);
        proxy.next(1, S3WriteFaultsTest::isObject, (_, _) -> {
            closed.await(20, TimeUnit.SECONDS);
            return FaultProxy.CUT;
        });
        assertThat(store.create("7/a", new byte[10])).isTrue();
        closed.countDown();
    }

    @Test
    void noticesAConnectionThatDiedWhileAPartIsSent() throws Exception {
        store.close();
        store = opened(new S3Patience(Duration.ofMinutes(5), Duration.ofSeconds(1), 1));
        store.create("7/before", new byte[1]);
        proxy.deaf = true;
        fails(StoreTrouble.AWAY, () -> store.create("7/a", new byte[ObjectStore.PART_BYTES]));
    }
}
