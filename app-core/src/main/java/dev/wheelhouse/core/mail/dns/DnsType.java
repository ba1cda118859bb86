package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.platform.json.WireName;

/** The record types that mail needs, under their own names (IANA, "Resource Record (RR) TYPEs"). */
public enum DnsType implements WireName {
    A,
    AAAA,
    CAA,
    CNAME,
    DNSKEY,
    MX,
    NS,
    PTR,
    SOA,
    SRV,
    TLSA,
    TXT;

    @Override
    public String wireName() {
        return name();
    }
}
