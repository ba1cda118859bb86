package dev.wheelhouse.core.conversations.tool;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes out of a text what looks like a secret, before a model sees it. What the vault holds is in no answer of a service;
 * this is for what logs, rows and commands may say of themselves. Pure; its time grows with the length of the text alone.
 */
public final class SecretText {

    private static final String MASK = "***";

    private static final List<Pattern> WHOLE = List.of(
            Pattern.compile(
                    "-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(-----END [A-Z ]*PRIVATE KEY-----|\\z)", Pattern.DOTALL),
            // Ours, those of AWS, GitHub, GitLab, Slack, Stripe and models, and JSON Web Tokens.
            Pattern.compile("\\bwhk_[0-9A-Za-z_]{20,}|\\bwhsec_[0-9A-Za-z+/=]{16,}"),
            Pattern.compile(
                    "\\b(AKIA|ASIA)[0-9A-Z]{16}\\b|\\bgh[pousr]_[0-9A-Za-z]{20,}|\\bgithub_pat_[0-9A-Za-z_]{20,}"),
            Pattern.compile("\\bsk[_-](?:live|test|proj|ant)[_-][0-9A-Za-z_-]{8,}|\\bsk-[0-9A-Za-z]{20,}"),
            Pattern.compile("\\bglpat-[0-9A-Za-z_-]{16,}|\\bxox[abprs]-[0-9A-Za-z-]{10,}"),
            Pattern.compile("\\beyJ[0-9A-Za-z_-]{8,2048}+\\.[0-9A-Za-z_-]{8,8192}+\\.[0-9A-Za-z_-]*"));

    /** What follows is the secret. */
    private static final List<Pattern> NAMED = List.of(
            Pattern.compile("(://[^\\s:/@]*:)[^\\s/@]+(?=@)"),
            Pattern.compile("(?i)(\\bBearer\\s+|\\bAuthorization:\\s*Basic\\s+)[0-9A-Za-z._~+/=-]{8,}"),
            Pattern.compile("(?i)(--(?:password|passphrase|secret|token)\\s+)[^\\s-]\\S*"),
            // Nothing in front of the word: what may be any letters would be tried at each place of a long text.
            Pattern.compile("(?i)((?:pass(?:word|wd|phrase)?|pwd|secret|token|(?:api|access|private)[_-]?key)"
                    + "(?:[_-][\\w-]{0,40}+)?[\"']?\\s*[:=]\\s*)"
                    + "(?!\\*\\*\\*)(?:\"[^\"]*\"|'[^']*'|[^\\s,;}]+)"));

    private SecretText() {}

    public static String redact(String text) {
        String clean = text;
        for (Pattern each : WHOLE) {
            clean = each.matcher(clean).replaceAll(MASK);
        }
        for (Pattern each : NAMED) {
            clean = each.matcher(clean).replaceAll("$1" + MASK);
        }
        return clean;
    }
}
