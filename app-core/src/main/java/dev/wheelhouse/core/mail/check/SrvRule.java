package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import java.util.List;

/** Where mail programs find a service (RFC 6186, RFC 8314 section 5.1); weight and priority are free. */
final class SrvRule extends TargetRule {

    SrvRule(MailRecord record, Lookups lookups) {
        super(record, DnsType.SRV, lookups);
    }

    @Override
    Judgement judge(DnsAnswer answer, String found) {
        String ours = service(record.value());
        List<String> services = answer.values().stream().map(SrvRule::service).toList();
        if (services.stream().anyMatch(each -> each.endsWith(" ."))) {
            return Judgement.wrong(found, "The target . says that there is no such service.");
        }
        if (!services.contains(ours)) {
            return Judgement.wrong(found);
        }
        String target = ours.substring(ours.indexOf(' ') + 1);
        if (isAlias(target)) {
            return Judgement.wrong(found, target + " is a CNAME, which an SRV record may not lead to.");
        }
        return Judgement.right(
                services.stream().allMatch(ours::equals)
                        ? List.of()
                        : List.of("Mail programs may also take another server: " + found + "."));
    }

    /** Port and target. */
    private static String service(String value) {
        return value.substring(value.indexOf(' ') + 1);
    }
}
