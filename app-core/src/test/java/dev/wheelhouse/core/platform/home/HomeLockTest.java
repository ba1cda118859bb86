package dev.wheelhouse.core.platform.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeLockTest {

    @TempDir
    private Path temporary;

    private Home home;

    @BeforeEach
    void openHome() {
        home = Home.open(temporary.resolve("home"));
    }

    @Test
    void refusesASecondConsoleInTheProcessAndNamesIt() {
        try (HomeLock _ = HomeLock.acquire(home)) {
            assertInUse(() -> HomeLock.acquire(home), ProcessHandle.current().pid());
        }
    }

    @Test
    void isFreeAfterClose() {
        HomeLock.acquire(home).close();
        HomeLock.acquire(home).close();
    }

    @Test
    void closesOnceSoThatALateSecondCloseFreesNobodyElsesHome() {
        HomeLock first = HomeLock.acquire(home);
        first.close();
        try (HomeLock _ = HomeLock.acquire(home)) {
            first.close();
            assertInUse(() -> HomeLock.acquire(home), ProcessHandle.current().pid());
        }
    }

    @Test
    void holdsTwoHomesApart() {
        try (HomeLock _ = HomeLock.acquire(home);
                HomeLock other = HomeLock.acquire(Home.open(temporary.resolve("other")))) {
            assertThat(other).isNotNull();
        }
    }

    @Test
    void refusesAHomeThatAnotherProcessHoldsAndNamesItsPid() throws Exception {
        Process holder = HomeHolder.start(home.directory());
        try {
            assertThat(HomeHolder.firstLine(holder)).isEqualTo(HomeHolder.HELD);
            assertInUse(() -> HomeLock.acquire(home), holder.pid());
        } finally {
            kill(holder);
        }
    }

    @Test
    void isFreeAfterTheProcessThatHeldItWasKilled() throws Exception {
        Process holder = HomeHolder.start(home.directory());
        assertThat(HomeHolder.firstLine(holder)).isEqualTo(HomeHolder.HELD);
        kill(holder);
        HomeLock.acquire(home).close();
    }

    @Test
    void staysLockedForOtherProcessesAfterASecondAttemptInThisOne() throws Exception {
        try (HomeLock _ = HomeLock.acquire(home)) {
            assertInUse(() -> HomeLock.acquire(home), ProcessHandle.current().pid());
            Process other = HomeHolder.start(home.directory());
            try {
                assertThat(HomeHolder.firstLine(other))
                        .contains("process " + ProcessHandle.current().pid());
            } finally {
                kill(other);
            }
        }
    }

    private void assertInUse(ThrowingCallable attempt, long pid) {
        assertThatThrownBy(attempt)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.IN_USE))
                .hasMessageContaining("process " + pid)
                .hasMessageContaining(home.directory().toString());
    }

    /** As {@code kill -9} does. */
    private static void kill(Process process) throws InterruptedException, IOException {
        process.destroyForcibly().waitFor();
        process.getInputStream().close();
    }
}
