package dev.wheelhouse.core.backups.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.testing.AtOnce;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of every store. */
abstract class StoreRules {

    private ObjectStore store;

    abstract ObjectStore open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] read(String name) throws IOException {
        try (InputStream in = store.open(name)) {
            return in.readAllBytes();
        }
    }

    private static StoreTrouble troubleOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        StoreTrouble[] trouble = {StoreTrouble.REFUSED};
        assertThatThrownBy(call).isInstanceOfSatisfying(StoreException.class, e -> trouble[0] = e.trouble());
        return trouble[0];
    }

    @Test
    void keepsTheFirstOfAName() throws Exception {
        assertThat(store.create("7/wal/a", bytes("first"))).isTrue();
        assertThat(store.create("7/wal/a", bytes("second"))).isFalse();
        assertThat(read("7/wal/a")).isEqualTo(bytes("first"));
        store.replace("7/wal/a", bytes("third"));
        assertThat(read("7/wal/a")).isEqualTo(bytes("third"));
        store.replace("7/wal/new", bytes(""));
        assertThat(read("7/wal/new")).isEmpty();
    }

    @Test
    void letsOneOfManyCreateAName() throws Exception {
        for (int round = 0; round < 20; round++) {
            String name = "7/race/" + round;
            List<Boolean> made = AtOnce.run(8, i -> () -> store.create(name, bytes("writer " + i)));
            assertThat(made).containsOnlyOnce(true);
            assertThat(read(name)).isEqualTo(bytes("writer " + made.indexOf(true)));
        }
    }

    @Test
    void showsAnUploadOnceItIsFinished() throws Exception {
        byte[] bytes = new byte[3 * ObjectStore.PART_BYTES + 17];
        new Random(7).nextBytes(bytes);
        try (ObjectUpload upload = store.upload("7/base/run/base.tar")) {
            for (int at = 0; at < bytes.length; at += 100_000) {
                upload.write(bytes, at, Math.min(100_000, bytes.length - at));
            }
            assertThat(store.find("7/base/run/base.tar")).isEmpty();
            assertThat(store.list("")).isEmpty();
            assertThat(upload.finish()).isEqualTo(bytes.length);
        }
        assertThat(read("7/base/run/base.tar")).isEqualTo(bytes);
        assertThat(store.find("7/base/run/base.tar")).isPresent();
    }

    @Test
    void dropsAnUploadThatIsNotFinished() throws Exception {
        try (ObjectUpload upload = store.upload("7/base/dropped")) {
            upload.write(bytes("half"), 0, 4);
        }
        assertThat(store.find("7/base/dropped")).isEmpty();
        assertThat(store.create("7/base/dropped", bytes("whole"))).isTrue();
    }

    @Test
    void writesNoUploadOverWhatCameMeanwhile() throws Exception {
        try (ObjectUpload upload = store.upload("7/a")) {
            upload.write(bytes("late"), 0, 4);
            store.create("7/a", bytes("early"));
            assertThat(troubleOf(upload::finish)).isEqualTo(StoreTrouble.EXISTS);
        }
        assertThat(read("7/a")).isEqualTo(bytes("early"));
    }

    @Test
    void listsByNameWhatBeginsSo() throws Exception {
        for (String name : List.of("7/wal/b", "7/wal/a", "7/wal-2/c", "7/base/x/y", "8/wal/a")) {
            store.create(name, bytes(name));
        }
        assertThat(store.list("7/wal"))
                .extracting(StoredObject::name)
                .containsExactly("7/wal-2/c", "7/wal/a", "7/wal/b");
        assertThat(store.list("7/wal/a")).extracting(StoredObject::name).containsExactly("7/wal/a");
        assertThat(store.list("")).hasSize(5);
        assertThat(store.list("9/")).isEmpty();
    }

    @Test
    void deletesWhatIsThere() throws Exception {
        store.create("7/a/b", bytes("x"));
        store.create("7/a/c", bytes("y"));
        store.delete(List.of("7/a/b", "7/a/none", "9/none"));
        assertThat(store.list("")).extracting(StoredObject::name).containsExactly("7/a/c");
        assertThat(troubleOf(() -> read("7/a/b"))).isEqualTo(StoreTrouble.NOT_FOUND);
        store.delete(List.of("7/a/c"));
        assertThat(store.list("")).isEmpty();
        assertThat(store.create("7/a/b", bytes("again"))).isTrue();
    }

    @Test
    void knowsNothingOfWhatIsNotThere() throws Exception {
        assertThat(store.find("7/none")).isEmpty();
        assertThat(troubleOf(() -> read("7/none"))).isEqualTo(StoreTrouble.NOT_FOUND);
        assertThat(store.sweepUploads("", Instant.now())).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "/a", "a/", "a//b", ".", "..", "a/../b", "../a", "a/.hidden", "a b", "ä", "a\\b", "a\0b"})
    void refusesNamesThatNotEveryStoreTakes(String name) {
        assertThatThrownBy(() -> store.create(name, bytes("x"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.open(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.delete(List.of(name))).isInstanceOf(IllegalArgumentException.class);
    }
}
