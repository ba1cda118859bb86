package dev.wheelhouse.core.conversations.tool;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes out of a text what looks like a secret, before a model sees it. What the vault holds is in no answer of a service;
 * this is for what logs, rows and commands may say of themselves. Pure; its time grows with the length of the text alone.
 */
public final class SecretText {

    private static final String MASK = "***";

    /** First, as a name in front of one would take its first word alone. */
    private static final Pattern PRIVATE_KEY = Pattern.compile(
            "-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(-----END [A-Z ]*PRIVATE KEY-----|\\z)", Pattern.DOTALL);

    /** With a quote inside behind a backslash or twice. */
    private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.|\"\")*+\"?|'(?:[^'\\\\]|\\\\.|'')*+'?";

    /** A list or an object, with others in it; one that has no end goes to that of its line. */
    private static final String BRACKETS = brackets(brackets(brackets(brackets("")))) + "|[\\[{][^\\r\\n]*+";

    /**
     * To the value's true end: of a quoted one its own quote and what a shell joins to it, of an escaped quote's the line, else
     * the next blank.
     */
    private static final String VALUE = "(?:(?:" + QUOTED + ")(?:" + QUOTED
            + "|[^\\s,;&})\\]\"'<]++)*+|\\\\+[\"'][^\\r\\n]*+|" + BRACKETS + "|\\S+)";

    /** Behind a name, which may be quoted itself. */
    private static final String IS = "(?:\\\\{0,8}+[\"'])?\\s*+[:=]\\s*+";

    /** A name, or the end of one. Nothing in front: what may be any letters would be tried at each place of a long text. */
    private static final String NAME = "(?:(?:pass(?:word|wd|phrase)|secret|credential)s?|pass|pwd|tokens?|signature"
            + "|(?:api|access|account|auth|client|encryption|master|private|shared|signing|storage)[_-]?key"
            + "|(?-i:(?<=[a-z])Key))(?:[_-][\\w-]{0,40}+|(?-i:[A-Z])[\\w-]{0,40}+)?";

    private static final String OPTIONS = "[^\\r\\n|;&]{0,200}?\\s";

    /** What follows is the secret. */
    private static final List<Pattern> NAMED = List.of(
            Pattern.compile("(://[^\\s:/@]*+:)[^\\s/]+(?=@)"),
            // Whole headers: their values have forms of many kinds.
            Pattern.compile("(?i)((?:authorization|cookie|x-[\\w-]{0,20}(?:key|token|secret|auth)[\\w-]{0,20}+)" + IS
                    + ")" + "[^\\r\\n]++"),
            Pattern.compile("(?i)(\\bBearer\\s+)[0-9A-Za-z._~+/=-]{8,}"),
            // Options of programs: of most a long one, whose value may be the next word.
            Pattern.compile("(?i)(--(?:[a-z0-9]{1,20}-){0,4}(?:password|passwd|passphrase|secret|token|credentials?"
                    + "|(?:api|access|private|secret)-?key)[\\s=]\\s*+)" + VALUE),
            Pattern.compile(
                    "(\\b(?:mysql|mariadb|mongo|sshpass|docker login|podman login)" + OPTIONS + "-p ?)" + VALUE),
            Pattern.compile("(\\bredis-cli" + OPTIONS + "-a ?)" + VALUE),
            Pattern.compile("(\\s(?:-[uU] ?|--(?:proxy-)?user[ =])[\"']?[^\\s:\"']{0,100}+:)\\S+"),
            Pattern.compile("(?i)(<[\\w:.-]{0,40}?" + NAME
                    + "(?:\\s[^<>]{0,200}+)?>)(?:<!\\[CDATA\\[(?s:.{0,4000}?)\\]\\]>|[^<]++)"),
            // A line of its own, as in YAML: the value goes to its end, as a phrase has blanks.
            Pattern.compile(
                    "(?im)(^[ \\t]{0,40}+(?:- )?[\\w.-]{0,60}?" + NAME + "[ \\t]*+:[ \\t]++)(?![\"'\\[{])[^\\r\\n]++"),
            Pattern.compile("(?i)(" + NAME + IS + ")" + VALUE),
            // In SQL and in sentences.
            Pattern.compile("(?i)(\\b(?:password|passwd|passphrase|identified\\s+by)\\s+)(?:" + QUOTED
                    + "|(?=[^\\s\\d]*+\\d)(?=[^\\sA-Za-z]*+[A-Za-z])\\S{6,}+)"));

    /** Ours, those of AWS, GitHub, GitLab, Slack, Stripe and models, and JSON Web Tokens, by their form. */
    private static final List<Pattern> WHOLE = List.of(
            Pattern.compile("\\bwhk_[0-9A-Za-z_]{20,}|\\bwhsec_[0-9A-Za-z+/=]{16,}"),
            Pattern.compile(
                    "\\b(AKIA|ASIA)[0-9A-Z]{16}\\b|\\bgh[pousr]_[0-9A-Za-z]{20,}|\\bgithub_pat_[0-9A-Za-z_]{20,}"),
            Pattern.compile("\\bsk[_-](?:live|test|proj|ant)[_-][0-9A-Za-z_-]{8,}|\\bsk-[0-9A-Za-z]{20,}"),
            Pattern.compile("\\bglpat-[0-9A-Za-z_-]{16,}|\\bxox[abprs]-[0-9A-Za-z-]{10,}"),
            Pattern.compile("\\beyJ[0-9A-Za-z_-]{8,2048}+\\.[0-9A-Za-z_-]{8,8192}+\\.[0-9A-Za-z_-]*"));

    private SecretText() {}

    /** @param inner a pattern of what may stand within; empty for none */
    private static String brackets(String inner) {
        String within = inner.isEmpty() ? "" : "|" + inner;
        return "[\\[{](?:[^\\[\\]{}\"']|" + QUOTED + within + ")*+[\\]}]";
    }

    public static String redact(String text) {
        String clean = PRIVATE_KEY.matcher(text).replaceAll(MASK);
        for (Pattern each : NAMED) {
            clean = each.matcher(clean).replaceAll("$1" + MASK);
        }
        for (Pattern each : WHOLE) {
            clean = each.matcher(clean).replaceAll(MASK);
        }
        return clean;
    }
}
