package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.NoHandshake;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.NoStartTls;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Refused;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Secured;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Unreachable;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.job.Together;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the answers of the mail server's addresses on port 25 mean together. */
final class SmtpJudge {

    private final MailSetup setup;
    private final SmtpHost host;
    private final Together together;
    private final Instant now;

    SmtpJudge(MailSetup setup, SmtpHost host, Together together, Instant now) {
        this.setup = setup;
        this.host = host;
        this.together = together;
        this.now = now;
    }

    /** An address that cannot be reached from here is no failure: many networks block the port. */
    Verdict verdict() {
        List<Verdict> each = together.map(setup.addresses(), this::verdict);
        String detail = String.join(" ", each.stream().map(Verdict::detail).toList());
        return new Verdict(together(each), detail);
    }

    private static @Nullable RecordStatus together(List<Verdict> verdicts) {
        if (verdicts.stream().anyMatch(each -> each.status() == RecordStatus.FAILED)) {
            return RecordStatus.FAILED;
        }
        boolean isAny = verdicts.stream().anyMatch(each -> each.status() == RecordStatus.VERIFIED);
        return isAny ? RecordStatus.VERIFIED : null;
    }

    private Verdict verdict(String address) {
        return switch (host.ask(address, setup.host())) {
            case Unreachable none ->
                new Verdict(null, "Port 25 of %s cannot be reached from here: %s.".formatted(address, none.reason()));
            case Refused refused ->
                failed("%s answers \"%s\" on port 25.".formatted(address, Sentences.shortened(refused.reply())));
            case NoStartTls _ -> failed(address + " offers no STARTTLS on port 25.");
            case NoHandshake none -> failed("STARTTLS with %s failed: %s.".formatted(address, none.reason()));
            case Secured secured -> certificate(address, secured);
        };
    }

    private Verdict certificate(String address, Secured secured) {
        List<String> problems = new ArrayList<>();
        String day = secured.expires().truncatedTo(ChronoUnit.DAYS).toString().substring(0, 10);
        if (now.isAfter(secured.expires())) {
            problems.add("expired on " + day);
        }
        if (now.isBefore(secured.begins())) {
            problems.add("is not valid yet");
        }
        if (problems.isEmpty() && !secured.isTrusted()) {
            problems.add("is not signed by an authority that this machine trusts");
        }
        if (secured.names().isEmpty()) {
            problems.add("names no host");
        } else if (secured.names().stream().noneMatch(this::namesHost)) {
            problems.add("is for %s, not for %s".formatted(Sentences.list(secured.names()), setup.host()));
        }
        return problems.isEmpty()
                ? new Verdict(
                        RecordStatus.VERIFIED,
                        "%s has STARTTLS; its certificate is valid until %s.".formatted(address, day))
                : failed("The certificate of %s %s.".formatted(address, String.join(" and ", problems)));
    }

    private static Verdict failed(String detail) {
        return new Verdict(RecordStatus.FAILED, detail);
    }

    /** RFC 6125 section 6.4.3: {@code *} is one whole label. */
    private boolean namesHost(String name) {
        String pattern = name.toLowerCase(Locale.ROOT);
        int dot = setup.host().indexOf('.');
        return pattern.equals(setup.host())
                || (pattern.startsWith("*.")
                        && dot > 0
                        && pattern.substring(1).equals(setup.host().substring(dot)));
    }
}
