package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.policy.TagList;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The record must have the key that signs (RFC 6376 section 3.6.1, RFC 8463). */
final class DkimRule implements RecordRule {

    /** Verifiers must not accept shorter ones (RFC 8301 section 3.2). */
    private static final int SHORTEST_KEY = 1024;

    private static final int GOOD_KEY = 2048;

    private final MailRecord record;
    private final Map<String, String> tags;

    /** @param record whose value is the whole record */
    DkimRule(MailRecord record) {
        this.record = record;
        this.tags = TagList.parse(record.value());
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(record.name(), DnsType.TXT);
    }

    @Override
    public String expected() {
        return Sentences.shortened(record.value());
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        if (answer.isMissing()) {
            return Judgement.missing(answer.chain().stream()
                    .map(each -> "The CNAME leads to " + each + ", which has no TXT record.")
                    .skip(Math.max(0, answer.chain().size() - 1))
                    .toArray(String[]::new));
        }
        if (answer.records().size() > 1) {
            return Judgement.wrong(
                    answer.records().size() + " TXT records (" + Sentences.list(answer) + ")",
                    "Receivers may take either of them: keep one.");
        }
        String text = answer.values().getFirst();
        String found = Sentences.shortened(text);
        Map<String, String> given;
        try {
            given = TagList.parse(text);
        } catch (IllegalArgumentException e) {
            return Judgement.wrong(
                    found,
                    text.contains("\"") ? "Enter the value without quotation marks." : String.valueOf(e.getMessage()));
        }
        List<String> problems = problems(given);
        if (!problems.isEmpty()) {
            return Judgement.wrong(found, problems.toArray(String[]::new));
        }
        List<String> notes = new ArrayList<>();
        if (!answer.chain().isEmpty()) {
            notes.add("By CNAME: " + String.join(", ", answer.chain()) + ".");
        }
        notes.addAll(notes(given));
        return Judgement.right(notes);
    }

    private List<String> problems(Map<String, String> given) {
        List<String> problems = new ArrayList<>();
        if (given.containsKey("v")
                && !(given.keySet().iterator().next().equals("v")
                        && given.get("v").equals("DKIM1"))) {
            problems.add("The tag v must be v=DKIM1 and the first.");
        }
        if (given.containsKey("h") && !words(given, "h").contains("sha256")) {
            problems.add("The tag h does not allow sha256.");
        }
        if (given.containsKey("s") && words(given, "s").stream().noneMatch(Set.of("*", "email")::contains)) {
            problems.add("The tag s does not allow email.");
        }
        String type = type(given);
        if (!type.equals(type(tags))) {
            problems.add("The tag k says %s, the key is of %s.".formatted(type, type(tags)));
        }
        String key = bare(given.get("p"));
        if (!given.containsKey("p")) {
            problems.add("The tag p is missing.");
        } else if (key.isEmpty()) {
            problems.add("The key is revoked: the tag p is empty.");
        } else if (problems.isEmpty()) {
            problems.addAll(keyProblems(key));
        }
        return problems;
    }

    private List<String> keyProblems(String key) {
        byte[] expected = Base64.getDecoder().decode(bare(tags.get("p")));
        byte[] found;
        try {
            found = Base64.getDecoder().decode(key);
        } catch (IllegalArgumentException _) {
            return List.of("The tag p is not valid Base64: it was cut off or changed on its way.");
        }
        if (Arrays.equals(expected, found)) {
            return bits(found).stream()
                    .filter(each -> each < SHORTEST_KEY)
                    .mapToObj(each -> "The key has %d bits, receivers want %d.".formatted(each, SHORTEST_KEY))
                    .toList();
        }
        boolean isCut = found.length < expected.length && Arrays.equals(found, Arrays.copyOf(expected, found.length));
        return List.of(
                isCut
                        ? "The key is cut off after %d of %d bytes.".formatted(found.length, expected.length)
                        : "It is another key.");
    }

    private List<String> notes(Map<String, String> given) {
        List<String> notes = new ArrayList<>();
        if (words(given, "t").contains("y")) {
            notes.add("t=y: receivers treat the domain as only testing DKIM.");
        }
        if (words(given, "t").contains("s")) {
            notes.add("t=s: signatures with a subdomain in i= fail.");
        }
        bits(Base64.getDecoder().decode(bare(given.get("p")))).stream()
                .filter(each -> each < GOOD_KEY)
                .forEach(each -> notes.add("The key has %d bits; %d are recommended.".formatted(each, GOOD_KEY)));
        return notes;
    }

    private OptionalInt bits(byte[] key) {
        if (!type(tags).equals("rsa")) {
            return OptionalInt.empty();
        }
        try {
            return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(key)) instanceof RSAPublicKey rsa
                    ? OptionalInt.of(rsa.getModulus().bitLength())
                    : OptionalInt.empty();
        } catch (GeneralSecurityException _) {
            return OptionalInt.empty();
        }
    }

    private static String type(Map<String, String> tags) {
        return tags.getOrDefault("k", "rsa").toLowerCase(Locale.ROOT);
    }

    private static Set<String> words(Map<String, String> tags, String name) {
        return Stream.of(tags.getOrDefault(name, "").split(":", -1))
                .map(String::strip)
                .map(each -> each.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    /** Without white space, which may be anywhere in Base64 (RFC 6376 section 2.10). */
    private static String bare(@Nullable String key) {
        return key == null ? "" : key.replaceAll("\\s", "");
    }
}
