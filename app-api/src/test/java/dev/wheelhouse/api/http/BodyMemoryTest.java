package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BodyMemoryTest {

    private static final int MEGABYTE = 1 << 20;
    private static final Caller KEY = caller("key_1");
    private static final Caller OWNER = caller(null);

    private final BodyMemory memory = new BodyMemory();

    private static Caller caller(@Nullable String key) {
        return new Caller("org_1", "mem_1", key, Set.of(), Origin.HTTP, "req_1", null);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void countsWhatIsMadeOfABodyAndNotWhatItsTextsHold() {
        assertThat(BodyMemory.cost(bytes("\"a,b:{[\\\",\""))).isEqualTo(2 * 11);
        assertThat(BodyMemory.cost(bytes("{\"a\":[1,2]}"))).isEqualTo(2 * 11 + 4 * 48);
        assertThat(BodyMemory.cost(bytes("[" + "1,".repeat(1000) + "1]"))).isGreaterThan(48_000);
    }

    @Test
    void bodiesThatArriveLeaveTheOwnerAReserve() {
        for (int i = 0; i < 12; i++) {
            memory.hold(KEY).arrived(MEGABYTE);
        }
        BodyMemory.Held another = memory.hold(KEY);
        refused(() -> another.arrived(MEGABYTE));
        another.arrived(4_000);
        BodyMemory.Held owner = memory.hold(OWNER);
        owner.arrived(4 * MEGABYTE);
        owner.close();
        memory.hold(OWNER).arrived(4 * MEGABYTE);
    }

    @Test
    void whatIsWorkedOnGivesItsBytesBackAndKeepsItsObjects() {
        byte[] large = bytes("[" + "1,".repeat(480_000) + "1]");
        BodyMemory.Held first = memory.hold(KEY);
        first.arrived(large.length);
        first.arrived(large);
        try (BodyMemory.Held second = memory.hold(KEY)) {
            second.arrived(11 * MEGABYTE);
        }
        refused(() -> memory.hold(null).arrived(large));
        first.close();
        memory.hold(null).arrived(large);
    }

    private static void refused(ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.BUSY));
    }
}
