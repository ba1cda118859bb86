package dev.wheelhouse.core.mail.publish;

/** Makes the provider that settings name. Thread-safe. */
@FunctionalInterface
public interface ZoneAccess {

    /**
     * @param settings that were checked
     * @param secret as {@link DnsValidation} gave it
     * @param domain whose zone it is, in the form of {@link dev.wheelhouse.core.mail.dns.DnsQuestion#name}
     */
    ZoneProvider of(DnsSettings settings, String secret, String domain);
}
