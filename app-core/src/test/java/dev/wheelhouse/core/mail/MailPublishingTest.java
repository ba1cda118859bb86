package dev.wheelhouse.core.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome;
import dev.wheelhouse.core.mail.publish.PlanAction;
import dev.wheelhouse.core.mail.publish.PlanRow;
import dev.wheelhouse.core.mail.publish.ZoneSet;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.TestNameServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing over a state, into a zone in memory. */
@SuppressWarnings("NullAway.Init")
class MailPublishingTest {

    @TempDir
    private Path directory;

    private TestNameServer dns;
    private MailFixture fixture;
    private MailDomain domain;

    @BeforeEach
    void open() {
        dns = TestNameServer.start();
        fixture = MailFixture.create(StateKind.SQLITE, directory, dns);
        domain = fixture.managed();
    }

    @AfterEach
    void close() {
        fixture.close();
        dns.close();
    }

    private Publication preview() {
        return fixture.mail.publishing().preview(fixture.owner, domain.id());
    }

    private Publication publish(Publication preview, String... accepted) {
        return fixture.mail.publishing().publish(fixture.owner, domain.id(), preview.id(), Set.of(accepted));
    }

    private Publication undo() {
        return fixture.mail.publishing().undo(fixture.owner, domain.id());
    }

    private static List<PlanRow> rows(Publication publication, PlanAction action) {
        return publication.plan().rows().stream()
                .filter(each -> each.action() == action)
                .toList();
    }

    private static void refused(ErrorCode code, String part, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code))
                .hasMessageContaining(part);
    }

    @Test
    void aPreviewChangesNothingAndPublishingDoesWhatItSaid() {
        Publication preview = preview();
        assertThat(fixture.zone.all()).isEmpty();
        assertThat(rows(preview, PlanAction.ADD))
                .extracting(PlanRow::name)
                .contains("example.com", "_dmarc.example.com");
        assertThat(rows(preview, PlanAction.OUTSIDE)).extracting(PlanRow::type).containsOnly(DnsType.PTR);
        Publication done = publish(preview);
        assertThat(done.status()).isEqualTo(PublicationStatus.APPLIED);
        assertThat(fixture.zone.texts("example.com", DnsType.MX)).containsExactly("10 mail.example.com");
        assertThat(fixture.zone.texts("mail.example.com", DnsType.A)).containsExactly("192.0.2.10");
        assertThat(fixture.events("mail.published")).hasSize(1);
        Publication nothing = preview();
        assertThat(rows(nothing, PlanAction.ADD)).isEmpty();
        refused(PlatformError.STATE_INVALID, "nothing to publish", () -> publish(nothing));
        assertThat(undo().status()).isEqualTo(PublicationStatus.UNDONE);
        assertThat(fixture.zone.logins).allMatch(each -> each.equals(MailFixture.SECRET + " for example.com"));
        assertThat(fixture.events("mail.published").toString()).doesNotContain(MailFixture.SECRET);
    }

    @Test
    void undoBringsTheZoneBack() {
        fixture.zone.put("example.com", DnsType.TXT, "google-site-verification=x");
        fixture.zone.put("www.example.com", DnsType.A, "192.0.2.80");
        Map<DnsQuestion, ZoneSet> before = fixture.zone.all();
        publish(preview());
        assertThat(fixture.zone.texts("example.com", DnsType.TXT)).hasSize(2);
        Publication undone = undo();
        assertThat(undone.status()).isEqualTo(PublicationStatus.UNDONE);
        assertThat(fixture.zone.all()).isEqualTo(before);
        assertThat(fixture.events("mail.publish_undone")).hasSize(1);
        refused(PlatformError.STATE_INVALID, "Nothing was published", this::undo);
        assertThat(rows(preview(), PlanAction.ADD)).isNotEmpty();
    }

    @Test
    void whatSomebodyElseMadeStaysUnlessItsRowIsAccepted() {
        fixture.zone.put("example.com", DnsType.TXT, "v=spf1 include:_spf.example.net -all");
        Publication preview = preview();
        PlanRow row = rows(preview, PlanAction.FOREIGN).getFirst();
        assertThat(row.after().getFirst()).contains("include:_spf.example.net", "mx");
        publish(preview);
        assertThat(fixture.zone.texts("example.com", DnsType.TXT))
                .containsExactly("v=spf1 include:_spf.example.net -all");
        Publication again = preview();
        publish(again, rows(again, PlanAction.FOREIGN).getFirst().id());
        assertThat(fixture.zone.texts("example.com", DnsType.TXT)).isEqualTo(row.after());
        undo();
        assertThat(fixture.zone.texts("example.com", DnsType.TXT))
                .containsExactly("v=spf1 include:_spf.example.net -all");
    }

    @Test
    void aZoneThatWasChangedSinceIsNotOverwritten() {
        Publication preview = preview();
        fixture.zone.put("example.com", DnsType.MX, "5 other.example.net");
        refused(PlatformError.CONFLICT, "example.com MX", () -> publish(preview));
        assertThat(fixture.zone.all()).hasSize(1);
        refused(PlatformError.CONFLICT, "applied before", () -> publish(preview));
        publish(preview());
        fixture.zone.put("_dmarc.example.com", DnsType.TXT, "v=DMARC1; p=reject");
        refused(PlatformError.CONFLICT, "_dmarc.example.com TXT", this::undo);
        assertThat(fixture.zone.texts("_dmarc.example.com", DnsType.TXT)).containsExactly("v=DMARC1; p=reject");
        assertThat(fixture.mail
                        .publishing()
                        .history(fixture.owner, domain.id())
                        .getFirst()
                        .status())
                .isEqualTo(PublicationStatus.APPLIED);
    }

    @Test
    void aPreviewIsForWhatItWasMadeOfAndForAQuarterOfAnHour() {
        Publication old = preview();
        fixture.pass(Duration.ofMinutes(16));
        refused(PlatformError.CONFLICT, "older than 15 minutes", () -> publish(old));
        Publication preview = preview();
        fixture.mail
                .instances()
                .update(
                        fixture.owner,
                        domain.mailInstanceId(),
                        new MailInstanceDraft("mail1", "mail.example.com", List.of("192.0.2.9"), List.of(), null, null),
                        null);
        refused(PlatformError.CONFLICT, "was changed since", () -> publish(preview));
        refused(
                PlatformError.NOT_FOUND,
                "preview",
                () -> fixture.mail.publishing().publish(fixture.owner, domain.id(), "pub_none", Set.of()));
        refused(PlatformError.VALIDATION_FAILED, "", () -> publish(preview(), "no-row"));
        assertThat(fixture.zone.all()).isEmpty();
    }

    @Test
    void whatIsNoLongerWantedGoesIfTheConsoleMadeIt() {
        publish(preview());
        fixture.zone.put("mail.example.com", DnsType.A, "192.0.2.10", "192.0.2.77");
        fixture.mail
                .instances()
                .update(
                        fixture.owner,
                        domain.mailInstanceId(),
                        new MailInstanceDraft("mail1", "mx.example.com", List.of("192.0.2.10"), List.of(), null, null),
                        null);
        publish(preview());
        assertThat(fixture.zone.texts("mail.example.com", DnsType.A)).containsExactly("192.0.2.77");
        assertThat(fixture.zone.texts("mx.example.com", DnsType.A)).containsExactly("192.0.2.10");
        assertThat(fixture.zone.texts("example.com", DnsType.MX)).containsExactly("10 mx.example.com");
    }

    @Test
    void addressesThatAnotherDomainNeedsStay() {
        publish(preview());
        fixture.mail.domains().create(fixture.owner, MailFixture.draft(domain.mailInstanceId(), "other.example"));
        MailInstance second = fixture.mail
                .instances()
                .create(
                        fixture.owner,
                        new MailInstanceDraft("mail2", "mx2.example.com", List.of("192.0.2.2"), List.of(), null, null));
        domain = fixture.mail
                .domains()
                .update(
                        fixture.owner,
                        domain.id(),
                        new MailDomainDraft(second.id(), "example.com", DnsMode.MANAGED, null, null, null),
                        null);
        publish(preview());
        assertThat(fixture.zone.texts("example.com", DnsType.MX)).containsExactly("10 mx2.example.com");
        assertThat(fixture.zone.texts("mail.example.com", DnsType.A)).containsExactly("192.0.2.10");
    }

    @Test
    void aRefusalIsToldInTheServersWords() {
        fixture.zone.outcome = _ -> new ApplyOutcome.Refused("BADTIME", "The clocks differ by 400 s.", null);
        fixture.zone.isDeaf = true;
        refused(PlatformError.UPSTREAM_FAILED, "differ by 400 s", () -> publish(preview()));
        Publication last =
                fixture.mail.publishing().history(fixture.owner, domain.id()).getFirst();
        assertThat(last.status()).isEqualTo(PublicationStatus.REFUSED);
        assertThat(last.detail()).contains("400 s");
        assertThat(fixture.events("mail.published")).isEmpty();
    }

    @Test
    void anAnswerThatIsLostIsLookedForInTheZone() {
        fixture.zone.outcome = _ -> new ApplyOutcome.Unknown("No answer came within 5 s.");
        assertThat(publish(preview()).status()).isEqualTo(PublicationStatus.APPLIED);
        assertThat(fixture.events("mail.published")).hasSize(1);
        fixture.zone.isDeaf = true;
        refused(PlatformError.UPSTREAM_TIMEOUT, "No answer came", this::undo);
        assertThat(fixture.zone.texts("example.com", DnsType.MX)).hasSize(1);
        fixture.zone.isDeaf = false;
        assertThat(undo().status()).isEqualTo(PublicationStatus.UNDONE);
        assertThat(fixture.zone.all()).isEmpty();
    }

    @Test
    void whatCouldNotBeSentIsNotUnderWay() {
        fixture.zone.outcome = _ -> {
            throw new AppException(PlatformError.UPSTREAM_FAILED, "127.0.0.1:5353: Connection refused.");
        };
        fixture.zone.isDeaf = true;
        refused(PlatformError.UPSTREAM_FAILED, "Connection refused", () -> publish(preview()));
        Publication last =
                fixture.mail.publishing().history(fixture.owner, domain.id()).getFirst();
        assertThat(last.status()).isEqualTo(PublicationStatus.REFUSED);
        assertThat(last.detail()).contains("Connection refused");
    }

    /** As a console that is killed between the server's answer and its own note. */
    @Test
    void theNextOneNotesWhatADeadConsoleDid() {
        fixture.zone.outcome = _ -> {
            throw new IllegalStateException("killed");
        };
        assertThatThrownBy(() -> publish(preview())).hasMessage("killed");
        assertThat(fixture.mail
                        .publishing()
                        .history(fixture.owner, domain.id())
                        .getFirst()
                        .status())
                .isEqualTo(PublicationStatus.APPLYING);
        fixture.zone.outcome = outcome -> outcome;
        assertThat(rows(preview(), PlanAction.ADD)).isEmpty();
        assertThat(fixture.events("mail.published").getFirst().actor()).doesNotContainKey("memberId");
        assertThat(fixture.mail
                        .publishing()
                        .history(fixture.owner, domain.id())
                        .getFirst()
                        .status())
                .isEqualTo(PublicationStatus.APPLIED);
        undo();
        assertThat(fixture.zone.all()).isEmpty();
    }

    @Test
    void aDeadConsolesUpdateThatSomebodyMixedIntoIsNotGuessed() {
        fixture.zone.outcome = _ -> {
            throw new IllegalStateException("killed");
        };
        assertThatThrownBy(() -> publish(preview())).hasMessage("killed");
        fixture.zone.outcome = outcome -> outcome;
        fixture.zone.put("_dmarc.example.com", DnsType.TXT, "v=DMARC1; p=reject");
        preview();
        assertThat(fixture.mail
                        .publishing()
                        .history(fixture.owner, domain.id())
                        .getFirst()
                        .status())
                .isEqualTo(PublicationStatus.UNKNOWN);
        refused(PlatformError.STATE_INVALID, "Nothing was published", this::undo);
    }

    @Test
    void aDomainThatIsDeletedDuringItsPreviewIsNotFound() {
        fixture.zone.whileReading = () -> fixture.mail.domains().delete(fixture.owner, domain.id(), null);
        refused(PlatformError.NOT_FOUND, domain.id(), this::preview);
    }

    @Test
    void whatTheServerDidNotTakeIsSaid() {
        Publication preview = preview();
        fixture.zone.isDeaf = true;
        fixture.zone.outcome = _ -> new ApplyOutcome.Unknown("No answer came.");
        refused(PlatformError.UPSTREAM_TIMEOUT, "No answer came. The server did not take it.", () -> publish(preview));
    }

    @Test
    void aManualDomainAndAReaderPublishNothing() {
        MailDomain manual = fixture.mail
                .domains()
                .create(fixture.owner, MailFixture.draft(domain.mailInstanceId(), "manual.example"));
        refused(
                PlatformError.STATE_INVALID,
                "by hand",
                () -> fixture.mail.publishing().preview(fixture.owner, manual.id()));
        Caller viewer = fixture.state.organizations().newMember(fixture.owner.organizationId(), Role.VIEWER);
        refused(
                PlatformError.INSUFFICIENT_SCOPE,
                "mail:write",
                () -> fixture.mail.publishing().preview(viewer, domain.id()));
        assertThat(fixture.mail.publishing().history(viewer, domain.id())).isEmpty();
    }

    @Test
    void aSecretStaysAtItsPlaceAlone() {
        MailDomainDraft elsewhere = new MailDomainDraft(
                domain.mailInstanceId(),
                "example.com",
                DnsMode.MANAGED,
                null,
                null,
                new dev.wheelhouse.core.mail.publish.DnsDraft(
                        "rfc2136", "192.0.2.66", 5353, null, "key.example", null, null, null, null));
        assertThatThrownBy(() -> fixture.mail.domains().update(fixture.owner, domain.id(), elsewhere, null))
                .isInstanceOf(AppException.class);
        MailDomainDraft same = new MailDomainDraft(
                domain.mailInstanceId(), "example.com", DnsMode.MANAGED, null, null, MailFixture.dnsDraft(null));
        domain = fixture.mail.domains().update(fixture.owner, domain.id(), same, null);
        publish(preview());
        domain = fixture.mail
                .domains()
                .update(fixture.owner, domain.id(), MailFixture.draft(domain.mailInstanceId(), "example.com"), null);
        assertThat(domain.dns()).isNull();
        MailDomainDraft back = new MailDomainDraft(
                domain.mailInstanceId(), "example.com", DnsMode.MANAGED, null, null, MailFixture.dnsDraft(null));
        assertThatThrownBy(() -> fixture.mail.domains().update(fixture.owner, domain.id(), back, null))
                .isInstanceOf(AppException.class);
    }
}
