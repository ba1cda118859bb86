package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;

/** When a record of one kind is right. For one check. */
interface RecordRule {

    DnsQuestion question();

    /** What should be found, as a clause. */
    String expected();

    /** @param answer that did not fail */
    Judgement judge(DnsAnswer answer);
}
