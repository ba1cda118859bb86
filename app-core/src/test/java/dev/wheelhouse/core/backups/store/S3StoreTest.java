package dev.wheelhouse.core.backups.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.testing.Real;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

final class S3StoreTest extends StoreRules {

    private static S3Server server;

    @BeforeAll
    static void start() throws Exception {
        server = new S3Server();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Override
    ObjectStore open() {
        return server.open("a/" + UUID.randomUUID());
    }

    private static void fails(S3Store store, StoreTrouble trouble) {
        try (store) {
            assertThatThrownBy(() -> store.create("7/a", new byte[1]))
                    .isInstanceOfSatisfying(StoreException.class, e -> {
                        assertThat(e.trouble()).as("%s", e.getMessage()).isEqualTo(trouble);
                        assertThat(e.getMessage()).doesNotContain(S3Server.SECRET);
                    });
        }
    }

    @Test
    void saysWhatIsWrong() {
        fails(server.open("x", "no-such-bucket", S3Server.KEY_ID, S3Server.SECRET), StoreTrouble.NO_BUCKET);
        fails(server.open("x", S3Server.BUCKET, "nobody", S3Server.SECRET), StoreTrouble.WRONG_KEYS);
        fails(server.open("x", S3Server.BUCKET, S3Server.KEY_ID, "wrong"), StoreTrouble.WRONG_KEYS);
    }

    @Test
    void passesOverWhatOthersWrote() throws Exception {
        try (S3Store store = server.open("shared")) {
            store.client()
                    .putObject(
                            each -> each.bucket(S3Server.BUCKET).key("shared/Notes of mine.txt"),
                            RequestBody.fromString("x"));
            store.create("7/a", new byte[1]);
            assertThat(store.list("")).extracting(StoredObject::name).containsExactly("7/a");
        }
    }

    @Test
    @Real
    void listsAndRemovesMoreThanOnePage() throws Exception {
        try (S3Store store = server.open("many")) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 1005; i++) {
                names.add("7/wal/%04d".formatted(i));
                store.replace(names.getLast(), new byte[0]);
            }
            assertThat(store.list("7/")).extracting(StoredObject::name).containsExactlyElementsOf(names);
            store.delete(names);
            assertThat(store.list("")).isEmpty();
        }
    }
}
