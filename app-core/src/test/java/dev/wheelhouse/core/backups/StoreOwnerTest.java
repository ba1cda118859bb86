package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.store.MemoryStore;
import dev.wheelhouse.core.backups.store.ObjectStore;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class StoreOwnerTest {

    @Test
    void isOfTheFirst() throws Exception {
        try (ObjectStore store = new MemoryStore()) {
            assertThat(StoreOwner.claim(store, "7", "one")).isTrue();
            assertThat(StoreOwner.claim(store, "7", "two")).isFalse();
            assertThat(StoreOwner.claim(store, "7", "one")).isTrue();
            StoreOwner.release(store, "7", "two");
            assertThat(StoreOwner.find(store, "7")).contains("one");
            StoreOwner.release(store, "7", "one");
            assertThat(StoreOwner.claim(store, "7", "two")).isTrue();
        }
    }

    @Test
    void isOfNobodyElseThatHasTheSameId() throws Exception {
        try (MemoryStore store = new MemoryStore()) {
            String mark = StoreOwner.mark("one", "org_1");
            StoreOwner.take(store, "7", "one");
            assertThat(StoreOwner.claim(store, "7", mark))
                    .as("as it was said once")
                    .isTrue();
            StoreOwner.take(store, "7", StoreOwner.mark("one", "org_2"));
            assertThat(StoreOwner.claim(store, "7", mark)).isFalse();
            assertThat(StoreOwner.find(store, "7").map(StoreOwner::idOf)).contains("one");
        }
    }

    @Test
    void isOfTheLaterOfTwoThatWriteAtOnce() throws Exception {
        // A store without conditional writes: the other one looked before this one wrote, and writes after it.
        try (MemoryStore store = new MemoryStore() {
            @Override
            public boolean create(String name, byte[] bytes) {
                super.create(name, bytes);
                replace(name, "two\n".getBytes(StandardCharsets.US_ASCII));
                return true;
            }
        }) {
            assertThat(StoreOwner.claim(store, "7", "one")).isFalse();
            assertThat(StoreOwner.claim(store, "7", "two")).isTrue();
        }
    }
}
