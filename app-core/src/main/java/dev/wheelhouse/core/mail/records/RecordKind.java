package dev.wheelhouse.core.mail.records;

import dev.wheelhouse.core.platform.json.WireName;

/** What a record of a mail domain is for; in the order in which they are listed. */
public enum RecordKind implements WireName {
    MX,
    SPF,
    DKIM,
    DMARC,
    HOST_A,
    HOST_AAAA,
    PTR,
    INBOX,
    MTA_STS,
    MTA_STS_HOST,
    TLS_RPT,
    AUTOCONFIG,
    AUTODISCOVER,
    SRV_SUBMISSIONS,
    SRV_IMAPS,
    CAA,
    TLSA,
    /** No record: how the mail server answers on port 25. */
    SMTP;

    @Override
    public String wireName() {
        return WireName.super.wireName().replace('_', '-');
    }
}
