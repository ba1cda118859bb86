package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.conversations.tool.Preview;
import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.mail.DomainOverview;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailDomainService;
import dev.wheelhouse.core.platform.caller.Scope;
import java.util.List;

/** Mail domains and whether their records are there. */
final class MailTools {

    private static final ToolParameter DOMAIN = ToolParameter.name("domain", "Name or id of a mail domain");

    private final MailDomainService domains;

    MailTools(MailDomainService domains) {
        this.domains = domains;
    }

    List<Tool> tools() {
        return List.of(
                Tool.reading(
                        "list_mail_domains",
                        "domains",
                        Scope.MAIL_READ,
                        "Lists the mail domains and whether their records are as they should be.",
                        List.of(),
                        this::list),
                Tool.reading(
                        "mail_records",
                        "domain",
                        Scope.MAIL_READ,
                        "Shows the DNS records that a mail domain needs, which of them are there, and what is wrong.",
                        List.of(DOMAIN),
                        this::records),
                Tool.changing(
                        "verify_mail_domain",
                        "verify",
                        Scope.MAIL_WRITE,
                        "Proposes to ask the name servers of a mail domain now.",
                        List.of(DOMAIN),
                        new Tool.Work.Changing(
                                call -> Preview.of(
                                        "Check the records of " + find(call).fqdn(),
                                        find(call).id()),
                                this::verify)));
    }

    private MailDomain find(ToolCall call) {
        return overview(call).domain();
    }

    private DomainOverview overview(ToolCall call) {
        return Named.find(
                "domain",
                call.text("domain"),
                domains.overviews(call.caller()),
                each -> each.domain().id(),
                each -> each.domain().fqdn());
    }

    private String list(ToolCall call) {
        TextTable table = new TextTable("domain", "id", "status", "checked", "zone");
        domains.overviews(call.caller())
                .forEach(each -> table.add(
                        each.domain().fqdn(),
                        each.domain().id(),
                        each.domain().verificationStatus().wireName(),
                        Shown.time(each.checkedAt()),
                        each.domain().dnsMode().wireName()));
        return table.orElse("There are no mail domains.");
    }

    private String records(ToolCall call) {
        DomainOverview found = overview(call);
        TextTable table = new TextTable("record", "name", "status", "value", "detail");
        found.records()
                .forEach(each -> table.add(
                        each.record().kind().wireName(),
                        each.record().name(),
                        each.status().wireName(),
                        each.record().value(),
                        each.detail()));
        return found.domain().fqdn() + " is "
                + found.domain().verificationStatus().wireName() + "; checked " + Shown.time(found.checkedAt()) + "\n"
                + table;
    }

    private String verify(ToolCall call) {
        MailDomain checked = domains.verify(call.caller(), find(call).id());
        return checked.fqdn() + " is " + checked.verificationStatus().wireName() + ".";
    }
}
