package dev.wheelhouse.core.databases.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.settings.Shares;
import dev.wheelhouse.core.testing.Awaiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScriptSharesTest {

    private final ScriptShares shares = new ScriptShares(new Shares(16, 2, 3, 50));

    private static Caller caller(@Nullable String key) {
        return new Caller("org_1", "mem_1", key, Set.of(), Origin.HTTP, "req_1", null);
    }

    @Test
    void aKeyHasItsShareAndNobodyElseIsBoundByIt() throws Exception {
        List<ScriptShares.Script> taken = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            taken.add(shares.take(caller("key_1")));
        }
        assertThatThrownBy(() -> shares.take(caller("key_1")))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.BUSY));
        shares.take(caller("key_2")).begin();
        for (int i = 0; i < 50; i++) {
            shares.take(caller(null)).begin();
        }
        taken.getFirst().leave();
        taken.getFirst().leave();
        shares.take(caller("key_1"));
        assertThatThrownBy(() -> shares.take(caller("key_1"))).isInstanceOf(AppException.class);
    }

    @Test
    void whatIsBeyondWhatMayRunWaits() throws Exception {
        ScriptShares.Script first = shares.take(caller("key_1"));
        first.begin();
        shares.take(caller("key_1")).begin();
        CompletableFuture<Boolean> third = new CompletableFuture<>();
        Thread waiting = Thread.startVirtualThread(() -> {
            try {
                shares.take(caller("key_1")).begin();
                third.complete(true);
            } catch (InterruptedException e) {
                third.completeExceptionally(e);
            }
        });
        Awaiting.until(() -> waiting.getState() == Thread.State.WAITING);
        assertThat(third).isNotDone();
        first.leave();
        assertThat(third.get(10, TimeUnit.SECONDS)).isTrue();
    }
}
