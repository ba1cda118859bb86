package dev.wheelhouse.core.platform.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class JoiningTest {

    private static final SecretRef PASSWORD = new SecretRef("database_connection", "db_1", "password");
    private static final SecretRef OTHER = new SecretRef("database_connection", "db_2", "password");

    private final StateKind kind;
    private Path directory;
    private OpenState state;
    private TestHome first;
    private TestHome second;
    private Caller owner;

    JoiningTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path temporary) {
        directory = temporary;
        state = OpenState.create(kind, temporary.resolve("state"));
        owner = state.organizations().newOrganization();
        first = home("first");
        second = home("second");
        first.put(owner, PASSWORD, "secret");
    }

    @AfterEach
    void close() {
        state.close();
    }

    private TestHome home(String name) {
        return new TestHome(state, directory.resolve(name), "srv_" + name);
    }

    @Test
    void opensWhatTheOtherSealedAndTheOtherWayRound() {
        assertRefused(() -> second.vault().verifyMembership(), "--join");
        second.join(code());
        second.vault().verifyMembership();
        assertThat(second.vault().findText(PASSWORD)).contains("secret");
        second.put(owner, OTHER, "another");
        assertThat(first.vault().findText(OTHER)).contains("another");
        VaultStatus status = first.service().status(owner);
        assertThat(status.homes()).extracting(VaultHome::id).containsExactly("srv_first", "srv_second");
        assertThat(status.homes())
                .extracting(VaultHome::publicKey)
                .allSatisfy(key -> assertThat(key).matches("[A-Za-z0-9_-]{43}"));
        TestHome again = home("second");
        again.vault().verifyMembership();
        assertThat(again.vault().findText(PASSWORD)).contains("secret");
    }

    @Test
    void takesACodeHoweverItIsTyped() {
        second.join(" " + code().toLowerCase(Locale.ROOT).replace('0', 'o').replace("-", "  "));
        second.vault().verifyMembership();
    }

    @Test
    void aCodeIsUsedOnce() throws InterruptedException {
        String code = code();
        List<Boolean> joined = AtOnce.run(2, number -> () -> {
            try {
                (number == 0 ? second : home("third")).join(code);
                return true;
            } catch (AppException refused) {
                return false;
            }
        });
        assertThat(joined).containsExactlyInAnyOrder(true, false);
        assertRefused(() -> home("fourth").join(code), "No invitation has that code");
    }

    @Test
    void aWrongCodeCostsATryAndTheFifthEndsTheInvitation() {
        String code = code();
        String wrong = code.substring(0, code.length() - 1) + (code.endsWith("0") ? "1" : "0");
        for (int left = Joining.TRIES - 1; left > 0; left--) {
            assertRefused(() -> second.join(wrong), "Try again, " + left + " more times");
        }
        assertRefused(() -> second.join(wrong), "Make a new one");
        assertRefused(() -> second.join(code), "No invitation has that code");
        assertThat(directory.resolve("second").resolve("vault-key.json")).doesNotExist();
    }

    @Test
    void whatIsNoCodeCostsNothing() {
        String code = code();
        assertRefused(() -> second.join("hello"), "no code of an invitation");
        assertRefused(() -> second.join(code + "U"), "no code of an invitation");
        second.join(code);
    }

    @Test
    void anExpiredCodeStaysExpiredWhenTheClockGoesBack() {
        String code = code();
        state.clock().advance(VaultService.INVITATION);
        assertRefused(() -> second.join(code), "has expired");
        state.clock().advance(VaultService.INVITATION.negated());
        assertRefused(() -> second.join(code), "has expired");
        second.join(code());
    }

    @Test
    void theConsoleThatMadeItFindsItExpiredToo() {
        String code = code();
        state.clock().advance(Duration.ofHours(2));
        first.service().lookAfter();
        state.clock().advance(Duration.ofHours(-2));
        assertRefused(() -> second.join(code), "has expired");
    }

    @Test
    void refusesAHomeThatHasJoinedAndKeepsTheCode() {
        String code = code();
        assertRefused(() -> first.join(code), "has joined already");
        second.join(code);
    }

    @Test
    void refusesAHomeWithSecretsOfItsOwnAndChangesNothing() throws IOException {
        Path own = directory.resolve("own");
        try (OpenState alone = OpenState.create(StateKind.SQLITE, own)) {
            new TestHome(alone, own, "srv_own").put(alone.organizations().newOrganization(), OTHER, "own");
        }
        String code = code();
        byte[] key = Files.readAllBytes(own.resolve("vault-key.json"));
        TestHome home = new TestHome(state, own, "srv_own");
        assertRefused(() -> home.join(code), "secrets of its own");
        assertThat(own.resolve("vault-key.json")).hasBinaryContent(key);
        second.join(code);
    }

    @Test
    void aHomeThatWasKilledBeforeTheStateKnewItJoinsAgain() {
        String code = code();
        new HomeKeyFile(second.home(), state.clock()).propose(HomeKeyFile.Content.of(HomeKeys.make()));
        TestHome again = home("second");
        assertRefused(() -> again.vault().verifyMembership(), "--join");
        again.join(code);
        again.vault().verifyMembership();
        assertThat(again.vault().findText(PASSWORD)).contains("secret");
    }

    @Test
    void aHomeThatWasKilledRightAfterItHadJoinedIsWhole() throws IOException {
        String code = code();
        second.join(code);
        Files.move(second.home().file("vault-key.json"), second.home().file("vault-key.json.joining"));
        assertRefused(() -> home("second").join(code), "has joined already");
        Files.move(second.home().file("vault-key.json"), second.home().file("vault-key.json.joining"));
        TestHome again = home("second");
        again.vault().verifyMembership();
        assertThat(again.vault().findText(PASSWORD)).contains("secret");
    }

    @Test
    void aRotationEndsInvitations() {
        String code = code();
        first.awaitEnd(owner, first.service().rotate(owner));
        assertRefused(() -> second.join(code), "No invitation has that code");
        second.join(code());
        assertThat(second.vault().findText(PASSWORD)).contains("secret");
    }

    @Test
    void aRemovedHomeOpensNothingThatIsSealedAfterwardsAndMayJoinAgain() throws IOException {
        second.join(code());
        second.vault().verifyMembership();
        assertThat(second.vault().findText(PASSWORD)).contains("secret");
        first.awaitEnd(owner, first.service().removeHome(owner, "srv_second"));
        first.put(owner, OTHER, "later");
        assertRefused(() -> second.vault().findText(OTHER), "--join");
        assertRefused(() -> second.put(owner, OTHER, "mine"), "--join");
        assertRefused(() -> home("second").vault().verifyMembership(), "--join");
        assertThat(first.vault().findText(PASSWORD)).contains("secret");
        TestHome again = home("second");
        again.join(code());
        again.vault().verifyMembership();
        assertThat(again.vault().findText(OTHER)).contains("later");
        try (Stream<Path> files = Files.list(directory.resolve("second"))) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("vault-key.json.before-"));
        }
    }

    @Test
    void aHomeRestoredFromAnOldCopyIsToldToJoinAndChangesNothing() throws IOException {
        second.join(code());
        String old = String.valueOf(second.home().readText("vault-key.json"));
        first.awaitEnd(owner, first.service().removeHome(owner, "srv_second"));
        home("second").join(code());
        Home home = second.home();
        String newest = String.valueOf(home.readText("vault-key.json"));
        home.writePrivately("vault-key.json", old);
        assertRefused(() -> home("second").vault().verifyMembership(), "--join");
        assertThat(home.readText("vault-key.json")).isEqualTo(old);
        home.writePrivately("vault-key.json", newest);
        home("second").vault().verifyMembership();
    }

    @Test
    void aHomeWhoseWrappingIsOfAnOlderKeyIsToldToJoin() {
        second.join(code());
        first.awaitEnd(owner, first.service().rotate(owner));
        state.store().change(tx -> tx.execute("DELETE FROM vault_wrapping WHERE home_id = 'srv_second'"));
        assertRefused(() -> home("second").vault().verifyMembership(), "--join");
        TestHome again = home("second");
        again.join(code());
        again.vault().verifyMembership();
        assertThat(again.vault().findText(PASSWORD)).contains("secret");
    }

    private String code() {
        return first.service().invite(owner).code();
    }

    private static void assertRefused(Runnable work, String message) {
        assertThatThrownBy(work::run).isInstanceOf(AppException.class).hasMessageContaining(message);
    }
}
