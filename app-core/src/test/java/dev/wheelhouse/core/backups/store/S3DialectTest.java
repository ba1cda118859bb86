package dev.wheelhouse.core.backups.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.store.FaultProxy.Request;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** What is sent to stores that speak like Amazon's but not all of it, and what their answers mean. */
final class S3DialectTest {

    private static S3Server server;

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
        proxy = new FaultProxy(server);
        store = opened(false);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        proxy.close();
    }

    private S3Store opened(boolean deletesOneByOne) {
        return proxy.open("d/" + UUID.randomUUID(), S3Patience.OF_PEOPLE, deletesOneByOne);
    }

    private static boolean isConditional(Request request) {
        return request.head().toLowerCase(Locale.ROOT).contains("\r\nif-none-match:");
    }

    private String read(String name) throws Exception {
        try (InputStream in = store.open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void saysThatWhatAnswersIsNoStore() {
        proxy.next(1, each -> each.is("HEAD", "7/a"), (_, _) -> FaultProxy.answer(200, "", ""));
        assertThatThrownBy(() -> store.find("7/a"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no store");
    }

    @Test
    void sendsNeitherChecksumsNorSignedChunks() throws Exception {
        store.create("7/a", bytes("a"));
        try (ObjectUpload upload = store.upload("7/b")) {
            upload.write(new byte[ObjectStore.PART_BYTES], 0, ObjectStore.PART_BYTES);
            upload.write(new byte[10], 0, 10);
            upload.finish();
        }
        store.open("7/a").close();
        store.delete(List.of("7/a", "7/b"));
        assertThat(proxy.requests).anyMatch(each -> each.is("PUT", "partNumber=2"));
        assertThat(proxy.requests)
                .allSatisfy(each -> assertThat(each.head().toLowerCase(Locale.ROOT))
                        .doesNotContain(
                                "x-amz-checksum", "x-amz-sdk-checksum", "x-amz-trailer", "streaming-", "aws-chunked"));
        assertThat(proxy.requests)
                .filteredOn(each -> each.is("POST", "?delete"))
                .singleElement()
                .satisfies(each -> assertThat(each.head()).contains("\r\nContent-MD5: "));
    }

    @Test
    void deletesOneByOneWhereTheStoreKnowsNothingElse() throws Exception {
        store.close();
        store = opened(true);
        store.create("7/a", bytes("a"));
        store.create("7/b", bytes("b"));
        store.delete(List.of("7/a", "7/b", "7/none"));
        assertThat(proxy.requests).noneMatch(each -> each.is("POST", "?delete"));
        assertThat(store.list("")).isEmpty();
    }

    @Test
    void saysWhichObjectIsNotDeleted() throws Exception {
        String refused = "<DeleteResult><Error><Key>7/a</Key><Code>AccessDenied</Code></Error></DeleteResult>";
        proxy.next(1, each -> each.is("POST", "?delete"), (_, _) -> FaultProxy.answer(200, "", refused));
        assertThatThrownBy(() -> store.delete(List.of("7/a")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.trouble()).isEqualTo(StoreTrouble.NOT_ALLOWED))
                .hasMessageContaining("7/a");
    }

    /** As of s3rver 3.7.1, where retention would remove nothing else. */
    @Test
    void sweepsNothingWhereUploadsCannotBeListed() throws Exception {
        proxy.next(100, each -> each.is("GET", "?uploads"), (_, _) -> FaultProxy.error(501, "NotImplemented"));
        assertThat(store.sweepUploads("", Instant.MAX)).isZero();
        assertThat(proxy.requests).anyMatch(each -> each.is("GET", "?uploads"));
    }

    @Test
    void looksBeforeItWritesWhereConditionsArePassedOver() throws Exception {
        proxy.next(2, S3DialectTest::isConditional, (_, _) -> FaultProxy.answer(200, "ETag: \"0\"\r\n", ""));
        keepsTheFirst();
        assertThat(proxy.requests).filteredOn(S3DialectTest::isConditional).hasSize(2);
    }

    @Test
    void looksBeforeItWritesWhereConditionsAreNotKnown() throws Exception {
        proxy.next(100, S3DialectTest::isConditional, (_, _) -> FaultProxy.error(501, "NotImplemented"));
        keepsTheFirst();
        store.close();
        store = opened(false);
        proxy.next(100, S3DialectTest::isConditional, (_, _) -> FaultProxy.error(400, "InvalidArgument"));
        keepsTheFirst();
    }

    private void keepsTheFirst() throws Exception {
        assertThat(store.create("7/a", bytes("first"))).isTrue();
        assertThat(store.create("7/a", bytes("second"))).isFalse();
        byte[] large = new byte[ObjectStore.PART_BYTES + 1];
        try (ObjectUpload upload = store.upload("7/a")) {
            upload.write(large, 0, large.length);
            assertThatThrownBy(upload::finish)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.trouble()).isEqualTo(StoreTrouble.EXISTS));
        }
        assertThat(read("7/a")).isEqualTo("first");
    }

    @Test
    void takesNoOtherRefusalForConditionsThatAreNotKnown() throws Exception {
        proxy.next(2, each -> each.is("PUT", "conditional"), (_, _) -> FaultProxy.error(400, "InvalidBucketName"));
        assertThatThrownBy(() -> store.create("7/a", bytes("a"))).hasMessageContaining("InvalidBucketName");
        assertThat(store.create("7/a", bytes("a"))).isTrue();
        assertThat(proxy.requests.getLast()).matches(S3DialectTest::isConditional);
    }

    @Test
    void knowsConditionsThoughTheAnswerWasLost() throws Exception {
        proxy.next(1, S3DialectTest::isConditional, (_, passed) -> {
            passed.call();
            return FaultProxy.CUT;
        });
        store.create("7/a", bytes("a"));
        assertThat(proxy.requests.getLast()).matches(S3DialectTest::isConditional);
    }

    @Test
    void reliesOnNoListToKnowAnObject() throws Exception {
        store.create("7/a", bytes("a"));
        byte[][] early = new byte[1][];
        proxy.next(1, each -> each.is("GET", "list-type"), (_, passed) -> early[0] = passed.call());
        store.list("");
        store.create("7/b", bytes("b"));
        store.delete(List.of("7/a"));
        proxy.next(1, each -> each.is("GET", "list-type"), (_, _) -> early[0]);
        assertThat(store.list("")).extracting(StoredObject::name).containsExactly("7/a");
        assertThat(store.find("7/b")).isPresent();
        assertThat(store.create("7/b", bytes("other"))).isFalse();
        assertThat(store.find("7/a")).isEmpty();
        store.delete(List.of("7/a"));
    }

    @Test
    void namesTheDifferenceOfTheClocks() {
        proxy.next(100, _ -> true, (_, _) -> minutesBehind(20));
        assertThatThrownBy(() -> store.create("7/a", bytes("a")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.trouble()).isEqualTo(StoreTrouble.CLOCKS_DIFFER))
                .hasMessageContaining("20 min ahead");
    }

    private static byte[] minutesBehind(int minutes) {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.now().minusSeconds(minutes * 60L + 5).atOffset(ZoneOffset.UTC));
        String body = "<Error><Code>RequestTimeTooSkewed</Code><Message>made up</Message></Error>";
        return FaultProxy.answer(403, "Date: " + date + "\r\n", body);
    }

    /** The SDK (2.54) keeps what one store's clock differs by for all clients that are made later. */
    @Test
    void aStoreWhoseClockDiffersLeavesOthersTheirs() throws Exception {
        proxy.next(100, _ -> true, (_, _) -> minutesBehind(20));
        assertThatThrownBy(() -> store.create("7/a", bytes("a"))).isInstanceOf(StoreException.class);
        S3Patience once = new S3Patience(Duration.ofSeconds(60), Duration.ofMinutes(1), 1);
        try (FaultProxy right = new FaultProxy(server);
                S3Store other = right.open("d/" + UUID.randomUUID(), once, false)) {
            assertThat(other.create("7/a", bytes("a"))).isTrue();
        }
    }

    @Test
    void sweepsUploadsBelowItsDirectoryAlone() throws Exception {
        String mine = begin(store, "7/base/x");
        String other = begin(store, "70/base/x");
        S3Store beside = server.open("");
        String foreign = begin(beside, "7/base/x");
        assertThat(store.sweepUploads("7/", Instant.now().minusSeconds(600))).isZero();
        assertThat(beside.sweepUploads("7/", Instant.now().plusSeconds(600))).isEqualTo(1);
        assertThat(uploads()).contains(mine, other).doesNotContain(foreign);
        assertThat(store.sweepUploads("7/", Instant.now().plusSeconds(600))).isEqualTo(1);
        assertThat(uploads()).contains(other).doesNotContain(mine);
        beside.close();
    }

    @Test
    void sweepsMoreUploadsThanOnePageHolds() throws Exception {
        String second = begin(store, "7/base/b");
        String key = "a/7/base/a";
        proxy.next(
                1,
                each -> each.is("GET", "uploads"),
                (_, _) -> FaultProxy.answer(
                        200,
                        "",
                        "<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><NextKeyMarker>" + key
                                + "</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker><Upload><Key>" + key
                                + "</Key><UploadId>1</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>"
                                + "</ListMultipartUploadsResult>"));
        // The first came to its end since it was listed.
        assertThat(store.sweepUploads("7/", Instant.now().plusSeconds(600))).isEqualTo(1);
        assertThat(uploads()).doesNotContain(second);
    }

    private static String begin(S3Store store, String name) {
        return store.client()
                .createMultipartUpload(each -> each.bucket(S3Server.BUCKET).key(store.key(name)))
                .uploadId();
    }

    private List<String> uploads() {
        return store.client().listMultipartUploads(each -> each.bucket(S3Server.BUCKET)).uploads().stream()
                .map(MultipartUpload::uploadId)
                .toList();
    }
}
