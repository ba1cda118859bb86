package dev.wheelhouse.core.backups.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.testing.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class HandoverTest {

    private static final Executor THREADS = work -> Thread.ofPlatform().daemon().start(work);

    /** More than waits at most. */
    private static final int MUCH = 8 << 20;

    @Test
    void handsOverEveryByteInItsOrder() {
        Property.holds(20, random -> {
            byte[] all = new byte[random.nextInt(MUCH)];
            new Random(7).nextBytes(all);
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            boolean whole = random.nextBoolean();
            try (Handover handover = new Handover(THREADS, bytes -> {
                if (whole) {
                    bytes.transferTo(read);
                } else {
                    read.write(bytes.readAllBytes());
                }
            })) {
                for (int at = 0; at < all.length; ) {
                    int part = Math.min(all.length - at, 1 + random.nextInt(1 << 19));
                    handover.accept(all, at, part);
                    at += part;
                }
                handover.finish();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            assertThat(read.toByteArray()).isEqualTo(all);
        });
    }

    @Test
    void saysWhatTheWorkFailedOf() {
        try (Handover handover = new Handover(THREADS, _ -> {
            throw new IOException("The disk is full.");
        })) {
            assertThatThrownBy(() -> {
                        handover.accept(new byte[MUCH], 0, MUCH);
                        handover.finish();
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessage("The disk is full.");
        }
    }

    @Test
    void refusesWhatComesBehindTheEndOfTheWork() {
        try (Handover handover = new Handover(THREADS, bytes -> bytes.readNBytes(1))) {
            assertThatThrownBy(() -> handover.accept(new byte[MUCH], 0, MUCH)).hasMessageContaining("More came");
        }
    }

    @Test
    void endsTheWorkWhenItIsClosed() throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        AtomicReference<String> said = new AtomicReference<>("");
        Handover handover = new Handover(THREADS, bytes -> {
            try {
                bytes.readAllBytes();
            } catch (IOException e) {
                said.set(String.valueOf(e.getMessage()));
                throw e;
            } finally {
                over.countDown();
            }
        });
        handover.close();
        over.await();
        assertThat(said).hasValue("It was stopped.");
    }
}
