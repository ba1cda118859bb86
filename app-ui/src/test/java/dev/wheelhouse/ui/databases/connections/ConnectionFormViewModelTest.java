package dev.wheelhouse.ui.databases.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class ConnectionFormViewModelTest {

    private static final String SECRET = "hunter2";

    @TempDir
    private Path directory;

    private final List<DatabaseConnection> saved = new ArrayList<>();
    private TestCore core;
    private FakeWorkbench workbench;
    private ConnectionService connections;

    @BeforeEach
    void start() {
        core = TestCore.start(directory.resolve("home"));
        workbench = new FakeWorkbench(new SameThreadBackground(), core.callers());
        connections = core.core().databases().connections();
    }

    @AfterEach
    void stop() {
        core.close();
    }

    private ConnectionFormViewModel form(FormMode<DatabaseConnection> mode) {
        return new ConnectionFormViewModel(connections, core.core().servers().service(), workbench, mode);
    }

    @Test
    void goesThroughTheServerThatIsChosenAndKeepsItWhenEdited() {
        ServerDraft.Auth agent = new ServerDraft.Auth(
                ServerAuthType.AGENT, SecretChange.keep(), SecretChange.keep(), SecretChange.keep());
        Server server = core.core()
                .servers()
                .service()
                .create(core.callers().get(), new ServerDraft("web-1", ServerKind.SSH, "127.0.0.1", 1, "ada", agent));
        ConnectionFormViewModel form = filled();
        assertThat(form.serverChoices).contains(ServerChoice.DIRECT, new ServerChoice(server.id(), "web-1"));
        form.fields.serverId.set(server.id());

        DatabaseConnection made = save(form);

        assertThat(made.serverId()).isEqualTo(server.id());
        ConnectionFormViewModel edited = form(new FormMode.Edit<>(made));
        edited.fields.name.set("renamed");
        assertThat(save(edited).serverId()).isEqualTo(server.id());
        ConnectionFormViewModel freed =
                form(new FormMode.Edit<>(connections.get(core.callers().get(), made.id())));
        freed.fields.serverId.set(null);
        freed.form.save(saved::add);
        assertThat(freed.form.problems()).containsOnlyKeys("password");
        freed.fields.keepPassword.set(false);
        freed.fields.password.set(SECRET);
        assertThat(save(freed).serverId()).isNull();
    }

    private ConnectionFormViewModel filled() {
        ConnectionFormViewModel form = form(new FormMode.Add<>());
        assertThat(form.pasteAddress("postgres://ada:" + SECRET + "@127.0.0.1:1/shop?sslmode=disable"))
                .isTrue();
        return form;
    }

    private DatabaseConnection save(ConnectionFormViewModel form) {
        form.form.save(saved::add);
        assertThat(form.form.problems()).isEmpty();
        return saved.getLast();
    }

    @Test
    void savesWhatAnAddressSays() {
        DatabaseConnection made = save(filled());
        assertThat(made.name()).isEqualTo("shop");
        assertThat(made.target()).isEqualTo(new Target.Postgres("127.0.0.1", 1, "shop", "ada", SslMode.DISABLE, null));
        assertThat(made.environment()).isEqualTo(Environment.DEVELOPMENT);
    }

    @Test
    void tellsEveryProblemAtItsFieldAndForgetsItWhenTheFieldIsMended() {
        ConnectionFormViewModel form = form(new FormMode.Add<>());
        form.fields.port.set("70000");
        form.fields.host.set("http://db");
        form.form.save(saved::add);
        assertThat(form.form.problems()).containsOnlyKeys("name", "host", "port", "database", "user");
        form.fields.host.set("db");
        assertThat(form.form.problems()).doesNotContainKey("host").containsKey("port");
        form.fields.port.set("fifty");
        form.form.save(saved::add);
        assertThat(form.form.problems()).containsEntry("port", "Use a port from 1 to 65535.");
        form.fields.engine.set(Engine.SQLITE);
        assertThat(form.form.problems()).isEmpty();
        assertThat(saved).isEmpty();
    }

    @Test
    void tellsATakenNameAtTheName() {
        save(filled());
        ConnectionFormViewModel second = filled();
        second.form.save(saved::add);
        assertThat(second.form.problems()).containsOnlyKeys("name");
        assertThat(saved).hasSize(1);
    }

    @Test
    void testsWhatIsNotSavedAndSaysWhyItDoesNotAnswerWithoutThePassword() {
        ConnectionFormViewModel form = filled();
        form.fields.name.set("");
        form.test();
        assertThat(form.testProperty().get())
                .isInstanceOfSatisfying(
                        TestState.Failed.class,
                        failed -> assertThat(failed.text()).isNotBlank().doesNotContain(SECRET));
        form.fields.host.set("elsewhere");
        assertThat(form.testProperty().get()).isEqualTo(new TestState.Idle());
        assertThat(connections.all(core.callers().get(), Scope.DATABASES_READ)).isEmpty();
    }

    @Test
    void takesADroppedFileAndTestsIt() throws Exception {
        Path file = Files.createFile(directory.resolve("my notes.v2.db"));
        ConnectionFormViewModel form = form(new FormMode.Add<>());
        form.takeFile(file);
        assertThat(form.fields.engine.get()).isEqualTo(Engine.SQLITE);
        assertThat(form.fields.name.get()).isEqualTo("my notes.v2");
        form.test();
        assertThat(form.testProperty().get())
                .isInstanceOfSatisfying(
                        TestState.Answered.class,
                        answered -> assertThat(answered.text()).matches("SQLite 3\\.[0-9.]+ answered in \\d+ ms"));
        form.fields.path.set(directory.resolve("new.db").toString());
        form.fields.createFile.set(true);
        form.test();
        assertThat(form.testProperty().get()).isEqualTo(new TestState.Answered("The file will be made when you save."));
        assertThat(directory.resolve("new.db")).doesNotExist();
        save(form);
        assertThat(directory.resolve("new.db")).exists();
    }

    @Test
    void refusesTheConsolesOwnFiles() {
        ConnectionFormViewModel form = form(new FormMode.Add<>());
        form.takeFile(directory.resolve("home").resolve("state.db"));
        form.form.save(saved::add);
        assertThat(form.form.problems().get("path")).contains("own home");
    }

    @Test
    void keepsAStoredPasswordUnlessAnotherIsTyped() {
        DatabaseConnection made = save(filled());
        ConnectionFormViewModel edit = form(new FormMode.Edit<>(made));
        assertThat(edit.fields.keepPassword.get()).isTrue();
        assertThat(edit.fields.password.get()).isEmpty();
        assertThat(edit.saveCall()).satisfies(call -> assertThat(call.body()).doesNotContain("password"));
        edit.fields.keepPassword.set(false);
        edit.fields.password.set("another");
        assertThat(edit.saveCall())
                .satisfies(call -> assertThat(call.body()).contains("password").doesNotContain("another"));
        save(edit);
        assertThat(edit.fields.password.get()).isEmpty();
    }

    @Test
    void showsAPasswordInNoText() {
        ConnectionFormViewModel form = filled();
        assertThat(form.toString()).doesNotContain(SECRET);
        assertThat(form.fields.password.toString()).doesNotContain(SECRET);
        assertThat(String.valueOf(form.saveCall())).doesNotContain(SECRET);
        assertThat(String.valueOf(form.testCall())).doesNotContain(SECRET);
        form.close();
        assertThat(form.fields.password.get()).isEmpty();
    }

    @Test
    void saysThatSomebodyElseChangedItAndLetsThePersonChoose() {
        DatabaseConnection made = save(filled());
        ConnectionFormViewModel mine = form(new FormMode.Edit<>(made));
        ConnectionFormViewModel theirs = form(new FormMode.Edit<>(made));
        theirs.fields.readOnly.set(true);
        save(theirs);
        mine.fields.name.set("mine");
        mine.form.save(saved::add);
        assertThat(mine.form.outdatedProperty().get()).isTrue();
        mine.form.reload();
        assertThat(mine.form.outdatedProperty().get()).isFalse();
        assertThat(mine.fields.readOnly.get()).isTrue();
        mine.fields.name.set("mine");
        assertThat(save(mine).readOnly()).isTrue();
        ConnectionFormViewModel late = form(new FormMode.Edit<>(made));
        late.form.save(saved::add);
        assertThat(late.form.outdatedProperty().get()).isTrue();
        late.form.overwrite(saved::add);
        assertThat(saved.getLast().name()).isEqualTo("shop");
        assertThat(saved.getLast().readOnly()).isFalse();
    }

    @Test
    void duplicatesEverythingButThePassword() {
        DatabaseConnection made = save(filled());
        ConnectionFormViewModel copy = form(new FormMode.Copy<>(made));
        DatabaseConnection second = save(copy);
        assertThat(second.name()).isEqualTo("shop copy");
        assertThat(second.target()).isEqualTo(made.target());
        assertThat(second.id()).isNotEqualTo(made.id());
    }

    @Test
    void keepsTheEngineOfAStoredConnection() {
        ConnectionFormViewModel edit = form(new FormMode.Edit<>(save(filled())));
        edit.takeFile(directory.resolve("x.db"));
        assertThat(edit.form.troubleProperty().get()).startsWith("The engine of a connection stays.");
        edit.pasteAddress("jdbc:sqlite:/x.db");
        assertThat(edit.fields.engine.get()).isEqualTo(Engine.POSTGRESQL);
    }

    @Test
    void leavesOrdinaryTextAlone() {
        ConnectionFormViewModel form = form(new FormMode.Add<>());
        assertThat(form.pasteAddress("db.example.com")).isFalse();
        assertThat(form.pasteAddress("postgres://h:x/" + SECRET)).isTrue();
        assertThat(form.form.troubleProperty().get())
                .startsWith("The port is not a number")
                .doesNotContain(SECRET);
    }
}
