package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.policy.TagList;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Picks the one TXT record of a kind out of an answer that may have others. */
final class OneText {

    private OneText() {}

    /**
     * @param what such as {@code an SPF record}
     * @param start that the record has, as {@code v=DMARC1}
     * @param judge of the one text
     */
    static Judgement judge(
            DnsAnswer answer, String what, String start, Predicate<String> isOne, Function<String, Judgement> judge) {
        List<String> found = answer.values().stream().filter(isOne).toList();
        if (found.size() == 1) {
            return judge.apply(found.getFirst());
        }
        if (found.size() > 1) {
            return Judgement.wrong(
                    found.size() + " such records (" + Sentences.list(found) + ")", "Several count as none: keep one.");
        }
        for (String each : answer.values()) {
            if (TagList.isMeantAs(each, start)) {
                return Judgement.wrong(
                        Sentences.shortened(each),
                        each.contains("\"")
                                ? "Enter the value without quotation marks."
                                : "It must begin with exactly " + start + ".");
            }
        }
        return answer.isMissing()
                ? Judgement.missing()
                : Judgement.missing("The TXT records there are no %s: %s.".formatted(what, Sentences.list(answer)));
    }
}
