package dev.wheelhouse.ui.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerFormViewModelTest {

    private static final String KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n";

    private final SettableClock clock = new SettableClock();
    private final FakeServers servers = new FakeServers(clock);
    private final FakeWorkbench workbench = new FakeWorkbench(new SameThreadBackground());
    private final List<ShownServer> saved = new ArrayList<>();

    private ServerFormViewModel form(FormMode<ShownServer> mode) {
        return new ServerFormViewModel(servers, workbench, mode);
    }

    private ServerFormViewModel filled() {
        ServerFormViewModel form = form(new FormMode.Add<>());
        assertThat(form.pasteAddress("ada@web-1.example.com")).isTrue();
        form.fields.privateKey.set(KEY);
        return form;
    }

    private ServerFormViewModel editing() {
        servers.addSome();
        return form(new FormMode.Edit<>(servers.get("srv_web1")));
    }

    @ParameterizedTest
    @CsvSource({
        "ssh://ada@web-1:2222, ada, web-1, 2222",
        "ssh://ada:secret@web-1/, ada, web-1,",
        "ada@10.0.0.7, ada, 10.0.0.7,",
        "ssh -p 2222 ada@web-1.example.com, ada, web-1.example.com, 2222",
        "ssh web-1, , web-1,",
        "ada@[2001:db8::7]:22, ada, 2001:db8::7, 22"
    })
    void readsAddressesAsPeoplePasteThem(String text, String user, String host, Integer port) {
        assertThat(SshAddress.find(text)).contains(new SshAddress(user, host, port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"web-1", "", "https://web-1", "ada@web-1:99999", "ada@web-1; rm -rf /", "ssh -i key web-1"})
    void leavesOtherTextAlone(String text) {
        assertThat(SshAddress.find(text)).isEmpty();
    }

    @Test
    void namesANewServerAfterItsHostUntilSomebodyTypesAName() {
        ServerFormViewModel form = filled();
        assertThat(form.fields.name.get()).isEqualTo("web-1");
        form.fields.host.set("Mail_2.example.com");
        assertThat(form.fields.name.get()).isEqualTo("mail_2");
        form.fields.name.set("mine");
        form.fields.host.set("web-9");
        assertThat(form.fields.name.get()).isEqualTo("mine");
    }

    @Test
    void asksAboutTheKeyOnFirstContactAndGoesOnOnceItIsTrusted() {
        ServerFormViewModel form = filled();
        form.test();
        assertThat(form.testProperty().get()).isEqualTo(new ServerTestState.Asking(FakeServers.FINGERPRINT, false));
        form.trust();
        assertThat(form.testProperty().get()).isInstanceOf(ServerTestState.Answered.class);
        form.form.save(saved::add);
        assertThat(servers.calls()).contains("create web-1 trusting " + FakeServers.FINGERPRINT);
    }

    @Test
    void forgetsTheTrustWhenAnotherHostIsTyped() {
        ServerFormViewModel form = filled();
        form.test();
        form.trust();
        form.fields.host.set("web-2.example.com");
        assertThat(form.testProperty().get()).isEqualTo(new ServerTestState.Idle());
        form.form.save(saved::add);
        assertThat(servers.calls()).contains("create web-2 trusting null");
    }

    @Test
    void stopsAtAnotherKeyAndHasNoWayToTrustItHere() {
        ServerFormViewModel form = editing();
        servers.outcomes.put("draft", new ServerTest(false, "Another key.", null, FakeServers.OTHER_FINGERPRINT));
        form.test();
        form.trust();
        assertThat(form.testProperty().get())
                .isEqualTo(new ServerTestState.Asking(FakeServers.OTHER_FINGERPRINT, true));
    }

    @Test
    void tellsProblemsAtTheirFieldsAndForgetsThemWhenTheyAreMended() {
        ServerFormViewModel form = filled();
        form.fields.port.set("twenty");
        form.form.save(saved::add);
        assertThat(form.form.problems()).containsEntry("port", "Use a port from 1 to 65535.");
        form.fields.port.set("22");
        assertThat(form.form.problems()).isEmpty();
        servers.refusal = AppException.invalid("auth.passphrase", "The key needs its passphrase.");
        form.form.save(saved::add);
        assertThat(form.form.problems()).containsOnlyKeys("auth.passphrase");
        form.fields.passphrase.set("x");
        servers.refusal = new AppException(PlatformError.ALREADY_EXISTS, "There is already a server named web-1.");
        form.form.save(saved::add);
        assertThat(form.form.problems()).containsOnlyKeys("name");
        form.fields.usesSource.set(true);
        form.fields.sourceLabels.set("just words");
        form.form.save(saved::add);
        assertThat(form.form.problems()).containsKey("labels");
        assertThat(saved).isEmpty();
    }

    @Test
    void keepsTheStoredSecretUnlessAnotherWayToLogInIsChosen() {
        ServerFormViewModel form = editing();
        form.form.save(saved::add);
        assertThat(servers.logins).containsExactly(login(ServerAuthType.KEY, SecretChange.keep()));
        assertThat(servers.calls()).contains("update web-1 at 1");

        ServerFormViewModel other = form(new FormMode.Edit<>(servers.get("srv_web1")));
        other.fields.auth.set(ServerAuthType.PASSWORD);
        assertThat(other.fields.keepSecret.get()).isFalse();
        other.fields.password.set("open sesame");
        other.form.save(saved::add);
        assertThat(servers.logins.getLast())
                .isEqualTo(login(ServerAuthType.PASSWORD, SecretChange.replace("open sesame")));
        assertThat(other.fields.password.get()).isEmpty();
    }

    private static ServerDraft.Auth login(ServerAuthType type, SecretChange password) {
        return new ServerDraft.Auth(type, SecretChange.keep(), SecretChange.keep(), password);
    }

    @Test
    void saysThatSomebodyElseChangedTheServerMeanwhile() {
        ServerFormViewModel form = editing();
        servers.refusal = new AppException(PlatformError.PRECONDITION_FAILED, "Changed meanwhile.");
        form.form.save(saved::add);
        assertThat(form.form.outdatedProperty().get()).isTrue();
        form.form.overwrite(saved::add);
        assertThat(servers.calls()).contains("update web-1 at null");
        assertThat(saved).hasSize(1);
    }

    @Test
    void offersToAllowAPrivateHostAndSavesNothingBefore() {
        ServerFormViewModel form = editing();
        form.fields.usesSource.set(true);
        form.fields.sourceUrl.set("http://10.0.0.5:9090");
        form.form.save(saved::add);
        assertThat(saved).isEmpty();
        assertThat(form.form.problems()).containsKey("baseUrl");
        assertThat(form.form.refusedHostProperty().get()).isEqualTo("10.0.0.5");
        assertThat(servers.calls()).noneMatch(each -> each.startsWith("update"));

        form.allowPrivateHost("10.0.0.5");
        assertThat(form.form.refusedHostProperty().get()).isEmpty();
        assertThat(form.form.problems()).isEmpty();
        form.form.save(saved::add);
        assertThat(saved).hasSize(1);
        assertThat(servers.calls()).contains("allow 10.0.0.5");
    }

    @Test
    void savesWhereTheValuesComeFromOnlyWhenItChanged() {
        ServerFormViewModel form = editing();
        form.form.save(saved::add);
        assertThat(servers.calls()).noneMatch(each -> each.startsWith("source of"));

        servers.sources.put(
                "srv_web1", new MetricSourceDraft("http://prom:9090", Map.of("instance", "web-1:9100"), null));
        ServerFormViewModel again = form(new FormMode.Edit<>(servers.get("srv_web1")));
        assertThat(again.fields.sourceLabels.get()).isEqualTo("instance=web-1:9100");
        again.fields.usesSource.set(false);
        again.form.save(saved::add);
        assertThat(servers.sources).isEmpty();
    }

    @Test
    void copiesCallsWithoutAnySecret() {
        ServerFormViewModel form = filled();
        form.fields.passphrase.set("hunter2");
        for (CurlCommand call :
                List.of(Objects.requireNonNull(form.saveCall()), Objects.requireNonNull(form.testCall()))) {
            String line = workbench.curlText(call);
            assertThat(line)
                    .contains("$" + ServerCalls.KEY_VARIABLE, "$" + ServerCalls.PASSPHRASE_VARIABLE)
                    .doesNotContain("hunter2", "BEGIN OPENSSH");
        }
        assertThat(form.fields.passphrase + " " + form).doesNotContain("hunter2");
    }
}
