package dev.wheelhouse.core.platform.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A home made by the version before homes had key pairs (schema 10) opens with nothing lost. */
class OldHomeTest {

    private static final String HOME_ID = "srv_old";
    private static final Map<SecretRef, String> SECRETS = Map.of(
            new SecretRef("database_connection", "db_1", "password"), "größer 🙂",
            new SecretRef("server", "srv_2", "privateKey"), "line\nbreak\n");

    @TempDir
    private Path directory;

    private Home home;

    @BeforeEach
    void openHome() {
        home = Home.open(directory);
    }

    @ParameterizedTest
    @EnumSource
    void opensWithNothingLostAndKeepsACopyOfItsKey(StateKind kind) throws Exception {
        StateStoreConfig config = oldState(kind);
        String oldKey = home.readText("master-key.json");
        for (int start = 1; start <= 2; start++) {
            try (OpenState state = open(config, start)) {
                Vault vault = vault(state);
                vault.verifyMembership();
                assertAllOpen(vault);
            }
        }
        assertThat(home.file("master-key.json")).doesNotExist();
        assertThat(home.readText("master-key.json.before-key-pairs")).isEqualTo(oldKey);
        assertThat(home.isPrivate("master-key.json.before-key-pairs")).isTrue();
        assertThat(home.isPrivate("vault-key.json")).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void goesOnAfterAKillBetweenTheFileAndTheState(StateKind kind) throws Exception {
        StateStoreConfig config = oldState(kind);
        try (OpenState state = open(config, 1)) {
            // Killed once the new keys lay in the home.
            new HomeKeyFile(home, state.clock()).write(HomeKeyFile.Content.of(HomeKeys.make()));
            Vault vault = vault(state);
            vault.verifyMembership();
            assertAllOpen(vault);
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesOnAfterAKillBetweenTheStateAndTheRenamedFile(StateKind kind) throws Exception {
        StateStoreConfig config = oldState(kind);
        String oldKey = String.valueOf(home.readText("master-key.json"));
        try (OpenState state = open(config, 1)) {
            vault(state).verifyMembership();
            assertThat(home.file("master-key.json")).doesNotExist();
            Files.delete(home.file("master-key.json.before-key-pairs"));
            home.writePrivately("master-key.json", oldKey);
            Vault vault = vault(state);
            vault.verifyMembership();
            assertAllOpen(vault);
            assertThat(home.readText("master-key.json.before-key-pairs")).isEqualTo(oldKey);
        }
    }

    @ParameterizedTest
    @EnumSource
    void opensACopyOfTheOldStateThatIsPutBack(StateKind kind) throws Exception {
        StateStoreConfig config = oldState(kind);
        String oldKey = String.valueOf(home.readText("master-key.json"));
        Files.delete(home.file("master-key.json"));
        home.writePrivately("master-key.json.before-key-pairs", oldKey);
        new HomeKeyFile(home, new SettableClock()).write(HomeKeyFile.Content.of(HomeKeys.make()));
        try (OpenState state = open(config, 1)) {
            Vault vault = vault(state);
            vault.verifyMembership();
            assertAllOpen(vault);
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesWithoutItsOldKeyAndChangesNothing(StateKind kind) throws Exception {
        StateStoreConfig config = oldState(kind);
        String oldKey = String.valueOf(home.readText("master-key.json"));
        Files.delete(home.file("master-key.json"));
        try (OpenState state = open(config, 1)) {
            assertThatThrownBy(() -> vault(state).verifyMembership())
                    .hasMessageContaining("master-key.json is missing");
            assertThat(home.file("vault-key.json")).doesNotExist();
            home.writePrivately("master-key.json", oldKey);
            Vault vault = vault(state);
            vault.verifyMembership();
            assertAllOpen(vault);
        }
    }

    private static Vault vault(OpenState state) {
        return new Vault(state.home(), HOME_ID, "old", state.store(), state.clock());
    }

    private OpenState open(StateStoreConfig config, long seed) {
        return OpenState.open(config, directory, new SettableClock(), seed);
    }

    private static void assertAllOpen(Vault vault) {
        SECRETS.forEach((ref, secret) -> assertThat(vault.findText(ref)).contains(secret));
    }

    private StateStoreConfig oldState(StateKind kind) throws GeneralSecurityException, IOException {
        StateStoreConfig config = kind.newUnmigratedState(directory);
        String url = switch (config) {
            case StateStoreConfig.SqliteFile sqlite -> "jdbc:sqlite:" + sqlite.file();
            case StateStoreConfig.SharedPostgres shared -> shared.jdbcUrl();
        };
        Flyway.configure()
                .dataSource(url, null, null)
                .locations("classpath:db/migration")
                .loggers("slf4j")
                .target("10")
                .load()
                .migrate();
        AeadConfig.register();
        KeysetHandle master = newKey();
        home.writePrivately(
                "master-key.json",
                TinkJsonProtoKeysetFormat.serializeKeyset(
                        master, RegistryConfiguration.get(), InsecureSecretKeyAccess.get()));
        KeysetHandle data = newKey();
        String wrapped = TinkJsonProtoKeysetFormat.serializeEncryptedKeyset(
                data,
                master.getPrimitive(RegistryConfiguration.get(), Aead.class),
                ("data_key\n" + HOME_ID).getBytes(StandardCharsets.UTF_8),
                RegistryConfiguration.get());
        Aead aead = data.getPrimitive(RegistryConfiguration.get(), Aead.class);
        Jdbi.create(url).useHandle(handle -> {
            handle.execute("INSERT INTO organization (id, name, created_at) VALUES ('org_1', 'Any', 0)");
            handle.execute("INSERT INTO data_key (home_id, wrapped, created_at) VALUES (?, ?, 7)", HOME_ID, wrapped);
            for (Map.Entry<SecretRef, String> each : SECRETS.entrySet()) {
                SecretRef ref = each.getKey();
                byte[] place = (ref.table() + "\n" + ref.id() + "\n" + ref.field()).getBytes(StandardCharsets.UTF_8);
                byte[] sealed = aead.encrypt(each.getValue().getBytes(StandardCharsets.UTF_8), place);
                handle.execute(
                        "INSERT INTO secret (record_table, record_id, field, organization_id, sealed)"
                                + " VALUES (?, ?, ?, 'org_1', ?)",
                        ref.table(),
                        ref.id(),
                        ref.field(),
                        Base64.getEncoder().encodeToString(sealed));
            }
        });
        return config;
    }

    private static KeysetHandle newKey() throws GeneralSecurityException {
        return KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, RegistryConfiguration.get());
    }
}
