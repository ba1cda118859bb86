package dev.wheelhouse.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.settings.OrganizationSettings;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.core.schedules.Schedules;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenCore;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a person is mailed of a command that fails by night, by a whole console. */
@DisabledOnOs(OS.WINDOWS)
class FailedScheduleTest {

    private final GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private OpenCore console;
    private Caller caller;

    @BeforeEach
    void start(@TempDir Path folder) {
        mails.start();
        console = new OpenCore(folder);
        caller = console.caller();
    }

    @AfterEach
    void stop() {
        console.close();
        mails.stop();
    }

    @Test
    void aRunThatFailsIsMailedWithinSecondsAndSoIsTheOneThatSucceeds() throws Exception {
        useMailServer();
        Schedules schedules = console.core().schedules();
        Schedule schedule = schedules.service().create(caller, nightly("echo no space left >&2; exit 3"));
        console.core()
                .notifications()
                .service()
                .create(
                        caller,
                        new ChannelDraft(
                                ChannelKind.EMAIL,
                                "Ada",
                                List.of("schedule.*"),
                                null,
                                null,
                                null,
                                null,
                                "ada@example.org"));

        ended(schedules, schedule, RunStatus.FAILED);
        MimeMessage mail = arrived("[Wheelhouse] ERROR: nightly-report: A run failed");
        assertThat(mail.getAllRecipients()).singleElement().hasToString("ada@example.org");
        assertThat(mail.getFrom()).singleElement().hasToString("console@example.com");

        schedules.service().update(caller, schedule.id(), nightly("true"), null);
        ended(schedules, schedule, RunStatus.SUCCEEDED);
        assertThat(arrived("[Wheelhouse] nightly-report: A run ended well").getAllRecipients())
                .singleElement()
                .hasToString("ada@example.org");
    }

    private void useMailServer() {
        SettingsDraft before = SettingsDraft.of(console.core().settings().get(caller));
        OrganizationSettings were = before.organization();
        Smtp server = new Smtp("127.0.0.1", mails.getSmtp().getPort(), SmtpSecurity.NONE, null, "console@example.com");
        OrganizationSettings now = new OrganizationSettings(
                server,
                were.assistant(),
                were.publicAddress(),
                were.privateHosts(),
                were.retention(),
                were.thresholds(),
                were.dns());
        console.core().settings().change(caller, before.with(now), null);
    }

    private ScheduleDraft nightly(String command) {
        String here = console.core().servers().service().ownId();
        return new ScheduleDraft("nightly-report", here, command, "0 2 * * *", null, null, null, null, null);
    }

    private ScheduleRun ended(Schedules schedules, Schedule schedule, RunStatus status) {
        String id = schedules.runs().start(caller, schedule.id()).id();
        return Awaiting.answer(
                () -> schedules.runs().get(caller, schedule.id(), id),
                run -> run.status() == status,
                "the end of the run");
    }

    /** The one mail whose subject begins so, once it has come. */
    private MimeMessage arrived(String subject) {
        return Awaiting.answer(() -> find(subject), Optional::isPresent, "a mail about " + subject)
                .orElseThrow();
    }

    private Optional<MimeMessage> find(String subject) throws MessagingException {
        for (MimeMessage each : mails.getReceivedMessages()) {
            if (each.getSubject().startsWith(subject)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
