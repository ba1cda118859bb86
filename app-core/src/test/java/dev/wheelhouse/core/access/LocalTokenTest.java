package dev.wheelhouse.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first owner, and the file that holds the owner's token. */
class LocalTokenTest {

    @TempDir
    private Path directory;

    private OpenState state;
    private Access first;
    private String token;

    @BeforeEach
    void startOnce() throws IOException {
        state = OpenState.create(StateKind.SQLITE, directory);
        first = AccessFixture.start(state, AccessFixture.HOME_ID, 1);
        token = readToken();
    }

    @AfterEach
    void close() {
        state.close();
    }

    @ParameterizedTest
    @EnumSource
    void makesAnOwnerAndTheOwnersTokenAtTheFirstStart(StateKind kind) throws IOException {
        try (OpenState fresh = OpenState.create(kind, directory.resolve("fresh"))) {
            Access access = AccessFixture.start(fresh, AccessFixture.HOME_ID, 1);
            String made = Files.readString(access.localTokenFile()).strip();
            Caller caller = AccessFixture.authenticate(access, made);
            assertThat(caller.scopes()).isEqualTo(Role.OWNER.scopes());
            assertThat(access.members().me(caller).role()).isEqualTo(Role.OWNER);
            assertThat(access.windowCaller("req_1").memberId()).isEqualTo(caller.memberId());
            assertThat(fresh.home().isPrivate("local-token")).isTrue();
        }
    }

    @Test
    void keepsTheTokenAndTheOwnerAtTheSecondStart() throws IOException {
        Access second = AccessFixture.start(state, AccessFixture.HOME_ID, 2);
        assertThat(readToken()).isEqualTo(token);
        assertThat(AccessFixture.authenticate(second, token).memberId())
                .isEqualTo(first.windowCaller("req_1").memberId());
        assertThat(keys(second)).hasSize(1);
    }

    @Test
    void neverExpires() {
        state.clock().advance(Duration.ofDays(36_500));
        assertThat(AccessFixture.authenticate(first, token).keyId()).isNotNull();
    }

    @Test
    void isMadeAnewWhenTheFileIsMissing() throws IOException {
        Files.delete(first.localTokenFile());
        assertMadeAnew();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "not a token", "whk_0000000000000000000000000000000000000000000_000000"})
    void isMadeAnewWhenTheFileIsDamaged(String text) throws IOException {
        state.home().writePrivately("local-token", text);
        assertMadeAnew();
    }

    @Test
    void isMadeAnewWhenTheFileIsNoText() throws IOException {
        Files.write(first.localTokenFile(), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertMadeAnew();
    }

    @Test
    void isMadeAnewWhenTheFileHoldsAWellFormedTokenThatTheStoreDoesNotKnow() throws IOException {
        state.home()
                .writePrivately("local-token", Token.generate(new Random(99)).text());
        assertMadeAnew();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw-rw----", "rw-----w-", "rw------x"})
    void isMadeAnewWhenOthersCouldReachTheFile(String permissions) throws IOException {
        Files.setPosixFilePermissions(first.localTokenFile(), PosixFilePermissions.fromString(permissions));
        assertMadeAnew();
    }

    @Test
    void isNotTakenFromACreatedKeyThatSomebodyPutIntoTheFile() throws IOException {
        Caller owner = first.windowCaller("req_1");
        CreatedApiKey created = first.apiKeys().create(owner, new NewApiKey("ci", List.of("*"), 0, null));
        state.home().writePrivately("local-token", created.token().text());
        assertMadeAnew();
        assertThat(AccessFixture.authenticate(first, created).keyId())
                .isEqualTo(created.key().id());
    }

    @Test
    void isOneForEachHomeOfASharedStore() throws IOException {
        StateStoreConfig config = StateKind.POSTGRESQL.newState(directory);
        SettableClock clock = new SettableClock();
        try (OpenState here = OpenState.open(config, directory.resolve("here"), clock, 1);
                OpenState there = OpenState.open(config, directory.resolve("there"), clock, 2)) {
            Access one = AccessFixture.start(here, "srv_here", 1);
            assertThat(AccessFixture.start(there, "srv_there", 2).person()).isEmpty();
            assertThat(directory.resolve("there/local-token")).doesNotExist();
            String owner = one.person().orElseThrow().id();
            here.store().change(tx -> new JdbcAccessStore().bindHome(tx, "srv_there", owner, clock.instant()));
            Access two = AccessFixture.start(there, "srv_there", 2);
            String tokenOfOne = Files.readString(one.localTokenFile()).strip();
            String tokenOfTwo = Files.readString(two.localTokenFile()).strip();
            assertThat(AccessFixture.authenticate(two, tokenOfOne).memberId())
                    .isEqualTo(AccessFixture.authenticate(one, tokenOfTwo).memberId());
            assertThat(keys(one)).hasSize(2);
        }
    }

    @Test
    void isMadeForOneOwnerWhenConsolesStartTogetherOnAnEmptyStore() throws InterruptedException {
        StateStoreConfig config = StateKind.POSTGRESQL.newState(directory);
        SettableClock clock = new SettableClock();
        try (OpenState here = OpenState.open(config, directory.resolve("here"), clock, 1);
                OpenState there = OpenState.open(config, directory.resolve("there"), clock, 2)) {
            List<Access> consoles = AtOnce.run(
                    2, number -> () -> AccessFixture.start(number == 0 ? here : there, "srv_" + number, number));
            assertThat(consoles.getFirst().ownerOrganizationId())
                    .isEqualTo(consoles.getLast().ownerOrganizationId());
            assertThat(consoles.stream().filter(each -> each.person().isPresent()))
                    .hasSize(1);
        }
    }

    @Test
    void isAnotherOwnersWhenTheMemberOfTheOnlyHomeIsRemoved() throws IOException {
        Caller owner = first.windowCaller("req_1");
        Caller second = state.organizations().newMember(owner.organizationId(), Role.OWNER);
        first.members().remove(second, owner.memberId());
        assertThat(first.windowCaller("req_2").scopes()).isEmpty();
        Access next = AccessFixture.start(state, AccessFixture.HOME_ID, 2);
        assertThat(next.person().orElseThrow().id()).isEqualTo(second.memberId());
        assertThat(AccessFixture.authenticate(next, readToken()).memberId()).isEqualTo(second.memberId());
    }

    private void assertMadeAnew() throws IOException {
        Access next = AccessFixture.start(state, AccessFixture.HOME_ID, 2);
        assertThat(readToken()).isNotEqualTo(token);
        assertThat(state.home().isPrivate("local-token")).isTrue();
        assertThat(AccessFixture.authenticate(next, readToken()).memberId())
                .isEqualTo(first.windowCaller("req_1").memberId());
        assertThatThrownBy(() -> AccessFixture.authenticate(next, token))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(AccessError.UNAUTHENTICATED));
        assertThat(keys(next).stream().filter(ApiKey::isLocal)).hasSize(1);
    }

    private String readToken() throws IOException {
        return Files.readString(directory.resolve("local-token")).strip();
    }

    private static List<ApiKey> keys(Access access) {
        return access.apiKeys()
                .list(access.windowCaller("req_1"), new PageRequest(50, null))
                .items();
    }
}
