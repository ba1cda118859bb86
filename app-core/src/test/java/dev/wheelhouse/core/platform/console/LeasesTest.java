package dev.wheelhouse.core.platform.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Two consoles over one state, and what only one of them does. */
@ParameterizedClass
@EnumSource
class LeasesTest {

    private final StateKind kind;
    private OpenState state;
    private Consoles one;
    private Consoles other;

    LeasesTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(kind, directory);
        one = new Consoles(state.store(), state.clock(), "srv_one");
        other = new Consoles(state.store(), state.clock(), "srv_other");
        one.beat();
        other.beat();
    }

    @AfterEach
    void close() {
        state.close();
    }

    private Leases leases(Consoles consoles) {
        return new Leases(state.store(), consoles);
    }

    private void require(Consoles consoles, Lease lease) {
        state.store().change(tx -> leases(consoles).require(tx, lease));
    }

    /** The work is done, whatever becomes of the lease. */
    @Test
    void whatCannotBeGivenBackNowIsGivenBackLater() {
        Leases mine = leases(one);
        Lease lease = mine.take("sweep").orElseThrow();
        state.store().change(tx -> tx.handle().execute("ALTER TABLE lease RENAME TO lease_away"));
        mine.release(lease);
        assertThatThrownBy(mine::releaseOwed).isInstanceOf(RuntimeException.class);
        state.store().change(tx -> tx.handle().execute("ALTER TABLE lease_away RENAME TO lease"));
        assertThat(leases(other).take("sweep")).isEmpty();
        mine.releaseOwed();
        Lease theirs = leases(other).take("sweep").orElseThrow();
        mine.releaseOwed();
        require(other, theirs);
    }

    @Test
    void oneHoldsItUntilItGivesItBack() {
        Lease first = leases(one).take("sweep").orElseThrow();
        assertThat(leases(other).take("sweep")).isEmpty();
        assertThat(leases(other).take("another")).isPresent();
        require(one, first);
        leases(one).release(first);
        Lease second = leases(other).take("sweep").orElseThrow();
        assertThat(second.number()).isGreaterThan(first.number());
        leases(one).release(first);
        require(other, second);
    }

    @Test
    void whoWasTakenForDeadIsRefused() {
        Lease lost = leases(one).take("sweep").orElseThrow();
        for (int looks = 0; looks < 4; looks++) {
            // Whatever its clock says.
            state.clock().advance(Duration.ofHours(looks % 2 == 0 ? 5 : -5));
            assertThat(leases(other).take("sweep")).isEmpty();
            other.beat();
        }
        Lease taken = leases(other).take("sweep").orElseThrow();
        one.beat();
        assertThatThrownBy(() -> require(one, lost))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("taken over");
        assertThat(leases(one).take("sweep"))
                .as("it is held by one that is at work")
                .isEmpty();
        require(other, taken);
    }

    @Test
    void aConsoleThatBeginsAgainTakesWhatItHeld() {
        Lease before = leases(one).take("sweep").orElseThrow();
        Lease after = leases(new Consoles(state.store(), state.clock(), "srv_one"))
                .take("sweep")
                .orElseThrow();
        assertThat(after.number()).isGreaterThan(before.number());
        assertThatThrownBy(() -> require(one, before)).isInstanceOf(AppException.class);
    }

    @Test
    void ofManyThatTakeItAtOnceOneGetsIt() throws InterruptedException {
        List<Consoles> all = IntStream.range(0, 8)
                .mapToObj(number -> new Consoles(state.store(), state.clock(), "srv_" + number))
                .toList();
        all.forEach(Consoles::beat);
        List<Optional<Lease>> taken =
                AtOnce.run(8, number -> () -> leases(all.get(number)).take("sweep"));
        assertThat(taken).filteredOn(Optional::isPresent).hasSize(1);
    }

    @Test
    void doesWorkOnlyWhileNobodyElseIsAtIt() {
        Lease held = leases(one).take("sweep").orElseThrow();
        leases(other).during("sweep", _ -> {
            throw new AssertionError("It is held");
        });
        leases(one).release(held);
        Lease[] seen = new Lease[1];
        leases(other).during("sweep", lease -> seen[0] = lease);
        assertThat(Objects.requireNonNull(seen[0]).number()).isEqualTo(held.number() + 1);
        assertThat(leases(one).take("sweep")).isPresent();
    }
}
