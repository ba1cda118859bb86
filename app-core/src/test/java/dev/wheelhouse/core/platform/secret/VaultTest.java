package dev.wheelhouse.core.platform.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class VaultTest {

    private static final String HOME_ID = "srv_here";
    private static final String SECRET = "correct-horse-battery-staple";
    private static final SecretRef PASSWORD = new SecretRef("database_connection", "db_1", "password");
    private static final SecretRef OTHER = new SecretRef("database_connection", "db_2", "password");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void opensWhatItSealedAndNothingElse(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Vault vault = vault(state);
            put(state, vault, PASSWORD, SECRET);
            assertThat(vault.findText(PASSWORD)).contains(SECRET);
            assertThat(vault.findText(OTHER)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "größer 🙂", "line\nbreak", "\u0000nul"})
    void keepsEveryCharacter(String secret) {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Vault vault = vault(state);
            put(state, vault, PASSWORD, secret);
            assertThat(vault.findText(PASSWORD)).contains(secret);
        }
    }

    @ParameterizedTest
    @EnumSource
    void replacesAndDropsSecrets(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Vault vault = vault(state);
            SecretRef key = new SecretRef("database_connection", "db_1", "key");
            put(state, vault, PASSWORD, "old");
            put(state, vault, PASSWORD, "new");
            put(state, vault, key, "key");
            put(state, vault, OTHER, "other");
            assertThat(vault.findText(PASSWORD)).contains("new");

            state.store().change(tx -> vault.delete(tx, PASSWORD));
            assertThat(vault.findText(PASSWORD)).isEmpty();
            assertThat(vault.findText(key)).contains("key");

            state.store().change(tx -> vault.deleteAll(tx, "database_connection", "db_1"));
            assertThat(vault.findText(key)).isEmpty();
            assertThat(vault.findText(OTHER)).contains("other");
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesASealedTextThatWasMovedToAnotherRecord(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Vault vault = vault(state);
            put(state, vault, PASSWORD, "first");
            put(state, vault, OTHER, "second");
            state.store()
                    .change(tx -> tx.handle()
                            .execute("UPDATE secret SET sealed = (SELECT sealed FROM secret WHERE record_id = 'db_1')"
                                    + " WHERE record_id = 'db_2'"));
            assertStateInvalid(() -> vault.findText(OTHER), "does not open with this home's key");
            assertThat(vault.findText(PASSWORD)).contains("first");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bm90IHNlYWxlZA==", "%%% not base 64 %%%"})
    void refusesASealedTextThatWasAltered(String text) {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Vault vault = vault(state);
            put(state, vault, PASSWORD, SECRET);
            state.store().change(tx -> tx.handle().execute("UPDATE secret SET sealed = ?", text));
            assertStateInvalid(() -> vault.findText(PASSWORD), "Enter it again");
        }
    }

    @Test
    void keepsBytesThatAreNoText() {
        byte[] bytes = {0, (byte) 0xff, (byte) 0xc0, 10};
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            Vault vault = vault(state);
            vault.prepare();
            Caller owner = state.organizations().newOrganization();
            state.store().change(tx -> vault.put(tx, owner.organizationId(), PASSWORD, bytes));
            assertThat(vault.find(PASSWORD)).contains(bytes);
        }
    }

    @Test
    void leavesTheSecretInTheClearInNoFileOfTheHome() throws IOException {
        OpenState state = OpenState.create(StateKind.SQLITE, directory);
        try (state) {
            put(state, vault(state), PASSWORD, SECRET);
            state.store().keepDailyCopy(LocalDate.EPOCH);
            assertNoFileHolds(SECRET);
        }
        assertNoFileHolds(SECRET);
    }

    @Test
    void keepsTheKeysForTheOwnerAlone() throws IOException {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            vault(state).prepare();
            assertThat(state.home().isPrivate("vault-key.json")).isTrue();
        }
    }

    @Test
    void makesNoKeyBeforeTheFirstSecret() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            vault(state).verifyMembership();
            assertThat(state.home().file("vault-key.json")).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource
    void opensAgainAfterARestart(StateKind kind) {
        StateStoreConfig config = kind.newState(directory);
        SettableClock clock = new SettableClock();
        try (OpenState first = OpenState.open(config, directory, clock, 1)) {
            put(first, vault(first), PASSWORD, SECRET);
        }
        try (OpenState second = OpenState.open(config, directory, clock, 2)) {
            Vault vault = vault(second);
            vault.verifyMembership();
            assertThat(vault.findText(PASSWORD)).contains(SECRET);
        }
    }

    @Test
    void saysThatTheKeysAreMissingAndMakesNoOthers() throws IOException {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            put(state, vault(state), PASSWORD, SECRET);
            Files.delete(state.home().file("vault-key.json"));
            assertStateInvalid(() -> vault(state).verifyMembership(), "vault-key.json is missing");
            assertStateInvalid(() -> vault(state).findText(PASSWORD), "vault-key.json is missing");
            assertThat(state.home().file("vault-key.json")).doesNotExist();
        }
    }

    @Test
    void saysThatTheKeysAreAnotherHomes() throws IOException {
        String foreignKey;
        try (OpenState other = OpenState.create(StateKind.SQLITE, directory.resolve("other"))) {
            vault(other).prepare();
            foreignKey = String.valueOf(other.home().readText("vault-key.json"));
        }
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory.resolve("home"))) {
            put(state, vault(state), PASSWORD, SECRET);
            state.home().writePrivately("vault-key.json", foreignKey);
            assertStateInvalid(() -> vault(state).findText(PASSWORD), "does not open this state's secrets");
            assertStateInvalid(() -> vault(state).verifyMembership(), "not those that this home joined with");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "null", "[1]", "{\"primaryKeyId\":", "{\"primaryKeyId\":1,\"key\":[{}]}"})
    void saysThatTheKeysAreDamagedAndLeavesThem(String text) throws IOException {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            put(state, vault(state), PASSWORD, SECRET);
            state.home().writePrivately("vault-key.json", text);
            assertStateInvalid(() -> vault(state).findText(PASSWORD), "vault-key.json");
            assertThat(state.home().readText("vault-key.json")).isEqualTo(text);
        }
    }

    @Test
    void saysThatTheKeysAreDamagedWhenTheyAreNoText() throws IOException {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory)) {
            put(state, vault(state), PASSWORD, SECRET);
            Files.write(state.home().file("vault-key.json"), new byte[] {(byte) 0xff, 0, 1});
            assertStateInvalid(() -> vault(state).findText(PASSWORD), "vault-key.json");
        }
    }

    @Test
    void refusesASecondHomeOnAStoreWithSecrets() {
        StateStoreConfig config = StateKind.POSTGRESQL.newState(directory);
        SettableClock clock = new SettableClock();
        try (OpenState here = OpenState.open(config, directory.resolve("here"), clock, 1);
                OpenState there = OpenState.open(config, directory.resolve("there"), clock, 2)) {
            Vault second = vault(there, "srv_there");
            second.verifyMembership();
            put(here, vault(here), PASSWORD, SECRET);
            assertStateInvalid(second::verifyMembership, "sealed for other homes");
            assertStateInvalid(second::prepare, "sealed for other homes");
            assertStateInvalid(() -> second.findText(PASSWORD), "sealed for other homes");
        }
    }

    @Test
    void letsOneOfTwoHomesMakeTheDataKeyOfASharedStore() throws InterruptedException {
        StateStoreConfig config = StateKind.POSTGRESQL.newState(directory);
        SettableClock clock = new SettableClock();
        try (OpenState here = OpenState.open(config, directory.resolve("here"), clock, 1);
                OpenState there = OpenState.open(config, directory.resolve("there"), clock, 2)) {
            List<Boolean> prepared = AtOnce.run(2, number -> () -> {
                OpenState state = number == 0 ? here : there;
                try {
                    vault(state, "srv_" + number).prepare();
                    return true;
                } catch (AppException refused) {
                    assertThat(refused).hasMessageContaining("sealed for other homes");
                    return false;
                }
            });
            assertThat(prepared).containsExactlyInAnyOrder(true, false);
        }
    }

    @ParameterizedTest
    @EnumSource
    void makesOneKeyWhenManySealTheirFirstSecretAtOnce(StateKind kind) throws InterruptedException {
        try (OpenState state = OpenState.create(kind, directory)) {
            Vault vault = vault(state);
            Caller owner = state.organizations().newOrganization();
            AtOnce.run(20, number -> () -> {
                vault.prepare();
                SecretRef ref = new SecretRef("any", "id_" + number, "field");
                state.store().change(tx -> vault.putText(tx, owner.organizationId(), ref, "secret " + number));
                return number;
            });
            Vault fresh = vault(state);
            for (int number = 0; number < 20; number++) {
                assertThat(fresh.findText(new SecretRef("any", "id_" + number, "field")))
                        .contains("secret " + number);
            }
        }
    }

    private static Vault vault(OpenState state) {
        return vault(state, HOME_ID);
    }

    private static Vault vault(OpenState state, String homeId) {
        return new Vault(state.home(), homeId, "machine of " + homeId, state.store(), state.clock());
    }

    private static void put(OpenState state, Vault vault, SecretRef ref, String secret) {
        Caller owner = state.organizations().newOrganization();
        vault.prepare();
        state.store().change(tx -> vault.putText(tx, owner.organizationId(), ref, secret));
    }

    private static void assertStateInvalid(ThrowingCallable work, String message) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID))
                .hasMessageContaining(message);
    }

    private void assertNoFileHolds(String secret) {
        Map<Path, String> contents = Tree.contents(directory);
        assertThat(contents).hasSizeGreaterThanOrEqualTo(3);
        contents.forEach((file, text) ->
                assertThat(text.contains(secret)).as(file.toString()).isFalse());
    }
}
