package dev.wheelhouse.core.platform.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.error.RetryAfter;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassphraseTest {

    private static final String PASSPHRASE = "größer als zwölf";
    private static final SecretRef PASSWORD = new SecretRef("database_connection", "db_1", "password");

    private Path directory;
    private OpenState state;
    private TestHome home;
    private Caller owner;

    @BeforeEach
    void open(@TempDir Path temporary) {
        directory = temporary;
        state = OpenState.create(StateKind.SQLITE, temporary);
        owner = state.organizations().newOrganization();
        home = started();
        home.put(owner, PASSWORD, "secret");
    }

    @AfterEach
    void close() {
        state.close();
    }

    private TestHome started() {
        return new TestHome(state, directory, "srv_here");
    }

    @Test
    void saysWhatIsLostBeforeItIsSet() throws IOException {
        String before = String.valueOf(home.home().readText("vault-key.json"));
        assertThatThrownBy(() -> home.service().setPassphrase(owner, null, PASSPHRASE, false))
                .isInstanceOfSatisfying(AppException.class, refused -> {
                    assertThat(refused.errorCode()).isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
                    assertThat(refused.details().attributes().get("lost"))
                            .asString()
                            .contains("forgets");
                });
        assertThat(home.home().readText("vault-key.json")).isEqualTo(before);
    }

    @Test
    void locksAfterEachStartAndWhenAsked() {
        set();
        assertThat(home.vault().findText(PASSWORD)).contains("secret");
        assertThat(home.service().lock(owner).locked()).isTrue();
        assertCode(VaultError.VAULT_LOCKED, () -> home.vault().findText(PASSWORD));
        assertCode(VaultError.VAULT_LOCKED, () -> home.put(owner, PASSWORD, "other"));
        assertThat(home.vault().findText(new SecretRef("any", "none", "field"))).isEmpty();
        VaultStatus open = home.service().unlock(owner, PASSPHRASE);
        assertThat(open.locked()).isFalse();
        assertThat(open.passphrase()).isTrue();
        assertThat(home.vault().findText(PASSWORD)).contains("secret");

        TestHome again = started();
        again.vault().verifyMembership();
        assertCode(VaultError.VAULT_LOCKED, () -> again.vault().findText(PASSWORD));
        again.service().openAtStart(PASSPHRASE);
        assertThat(again.vault().findText(PASSWORD)).contains("secret");
    }

    @Test
    void takesTheSameCharactersHoweverTheyAreComposed() {
        set();
        TestHome again = started();
        again.service().unlock(owner, PASSPHRASE.replace("ö", "o\u0308"));
        assertThat(again.vault().findText(PASSWORD)).contains("secret");
    }

    @Test
    void leavesNoKeyInTheClear() throws IOException {
        String before = String.valueOf(home.home().readText("vault-key.json"));
        home.home().writePrivately("master-key.json.before-key-pairs", "old");
        set();
        String after = String.valueOf(home.home().readText("vault-key.json"));
        assertThat(before).contains("wrapping");
        assertThat(after).doesNotContain("wrapping").contains("\"memoryKib\" : 19456", "\"iterations\" : 2");
        assertThat(home.home().isPrivate("vault-key.json")).isTrue();
        assertThat(home.home().file("master-key.json.before-key-pairs")).doesNotExist();
    }

    @Test
    void changesAndRemovesWithTheCurrentOneOnly() {
        set();
        assertCode(
                PlatformError.VALIDATION_FAILED,
                () -> home.service().setPassphrase(owner, null, "another passphrase", true));
        assertWrong(() -> home.service().setPassphrase(owner, "not the passphrase", null, true), "1 s");
        state.clock().advance(Duration.ofSeconds(1));
        home.service().setPassphrase(owner, PASSPHRASE, "another passphrase", true);
        started().service().unlock(owner, "another passphrase");
        home.service().setPassphrase(owner, "another passphrase", null, false);
        assertThat(started().vault().findText(PASSWORD)).contains("secret");
        assertCode(PlatformError.STATE_INVALID, () -> home.service().lock(owner));
        assertCode(PlatformError.STATE_INVALID, () -> home.service().unlock(owner, PASSPHRASE));
    }

    @Test
    void refusesAShortOne() {
        assertThatThrownBy(() -> home.service().setPassphrase(owner, null, "elf zeichen", true))
                .hasMessageStartingWith("newPassphrase: ");
        assertThat(home.service().status(owner).passphrase()).isFalse();
    }

    @Test
    void eachWrongOneDoublesThePauseOverRestartsToo() {
        set();
        List<Integer> pauses = List.of(1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300);
        for (int pause : pauses) {
            TestHome again = started();
            assertWrong(() -> again.service().unlock(owner, "not the passphrase"), "in " + pause + " s");
            state.clock().advance(Duration.ofSeconds(pause).minusMillis(1));
            // Even the right one has to wait.
            assertTooSoon(() -> started().service().unlock(owner, PASSPHRASE), 1);
            state.clock().advance(Duration.ofMillis(1));
        }
        started().service().unlock(owner, PASSPHRASE);
        assertWrong(() -> started().service().unlock(owner, "not the passphrase"), "in 1 s");
    }

    @Test
    void aClockThatGoesBackMakesThePauseNoLonger() {
        set();
        assertWrong(() -> home.service().unlock(owner, "not the passphrase"), "in 1 s");
        state.clock().advance(Duration.ofHours(-1));
        assertTooSoon(() -> home.service().unlock(owner, PASSPHRASE), 1);
        state.clock().advance(Duration.ofSeconds(1));
        home.service().unlock(owner, PASSPHRASE);
    }

    @Test
    void triesAreTakenOneAtATime() throws InterruptedException {
        set();
        List<String> refusals = AtOnce.run(8, _ -> () -> {
            try {
                home.service().unlock(owner, "not the passphrase");
                return "opened";
            } catch (AppException refused) {
                return String.valueOf(refused.getMessage());
            }
        });
        assertThat(refusals).filteredOn(each -> each.contains("It is wrong")).hasSize(1);
        assertThat(refusals).filteredOn(each -> each.contains("not looked at")).hasSize(7);
    }

    private void set() {
        home.service().setPassphrase(owner, null, PASSPHRASE, true);
    }

    private static void assertWrong(Runnable work, String message) {
        assertThatThrownBy(work::run)
                .isInstanceOf(AppException.class)
                .hasMessageStartingWith("passphrase: ")
                .hasMessageContaining(message);
    }

    private static void assertTooSoon(Runnable work, long seconds) {
        assertThatThrownBy(work::run).isInstanceOfSatisfying(AppException.class, refused -> {
            assertThat(refused.errorCode()).isEqualTo(PlatformError.RATE_LIMITED);
            assertThat(refused.details()).isEqualTo(new RetryAfter(seconds));
            assertThat(refused).hasMessageContaining("in " + seconds + " s");
        });
    }

    private static void assertCode(ErrorCode code, Runnable work) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(code));
    }
}
