package dev.wheelhouse.core.mail.dns;

/**
 * What is asked.
 *
 * @param name in lower case as A-labels, at most 253 characters, without a dot at the end
 */
public record DnsQuestion(String name, DnsType type) {

    @Override
    public String toString() {
        return name + " " + type;
    }
}
