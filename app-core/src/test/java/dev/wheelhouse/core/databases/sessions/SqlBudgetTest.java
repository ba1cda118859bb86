package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SqlBudgetTest {

    private static final Caller KEY = caller("key_1");
    private static final Caller OWNER = caller(null);
    private static final Duration SHORT = Duration.ofMillis(1);

    private final SqlBudget budget = new SqlBudget();

    private static Caller caller(@Nullable String key) {
        return new Caller("org_1", "mem_1", key, Set.of(), Origin.HTTP, "req_1", null);
    }

    @Test
    void keysLeaveTheOwnerAReserveAndGiveBackWhatTheyHad() {
        List<SqlBudget.Held> held = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            held.add(budget.hold(KEY, 1_000_000, SHORT));
        }
        refused(PlatformError.BUSY, () -> budget.hold(KEY, 1_000_000, SHORT));
        for (int i = 0; i < 3; i++) {
            budget.hold(OWNER, 1_000_000, SHORT);
        }
        refused(PlatformError.BUSY, () -> budget.hold(OWNER, 2_000_000, SHORT));
        held.forEach(SqlBudget.Held::close);
        held.forEach(SqlBudget.Held::close);
        budget.hold(KEY, 9_000_000, SHORT).close();
    }

    @Test
    void whatNeverFitsIsToldAtOnce() {
        refused(PlatformError.PAYLOAD_TOO_LARGE, () -> budget.hold(KEY, 10_100_000, Duration.ofMinutes(1)));
        budget.hold(OWNER, 13_000_000, SHORT).close();
        refused(PlatformError.PAYLOAD_TOO_LARGE, () -> budget.hold(OWNER, 13_500_000, Duration.ofMinutes(1)));
    }

    @Test
    void aTextThatGrowsHoldsMoreAndNothingWhenItCannot() {
        try (SqlBudget.Held held = budget.hold(KEY, 0, SHORT)) {
            held.resize(9_500_000);
            refused(PlatformError.BUSY, () -> budget.hold(KEY, 1_000_000, SHORT));
            held.resize(1_000_000);
            budget.hold(KEY, 8_000_000, SHORT);
            refused(PlatformError.BUSY, () -> held.resize(3_000_000));
            budget.hold(KEY, 1_000_000, SHORT);
        }
    }

    private static void refused(ErrorCode code, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }
}
