package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.PublicationStatus;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.dkim.DkimKeyState;
import dev.wheelhouse.core.mail.publish.DnsProvider;
import dev.wheelhouse.core.mail.publish.PlanAction;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.mail.spf.SpfResult;
import dev.wheelhouse.core.mail.spf.SpfStep;
import dev.wheelhouse.ui.controls.Look;

/** Domains, records and what is done to them, as people read it. */
final class MailLabels {

    private MailLabels() {}

    static String kind(RecordKind kind) {
        return switch (kind) {
            case MX, SPF, DKIM, DMARC, PTR, CAA, TLSA -> kind.name();
            case HOST_A -> "Host A";
            case HOST_AAAA -> "Host AAAA";
            case INBOX -> "Inbox MX";
            case MTA_STS -> "MTA-STS";
            case MTA_STS_HOST -> "MTA-STS host";
            case TLS_RPT -> "TLS report";
            case AUTOCONFIG -> "Autoconfig";
            case AUTODISCOVER -> "Autodiscover";
            case SRV_SUBMISSIONS -> "SRV submission";
            case SRV_IMAPS -> "SRV IMAP";
            case SMTP -> "Port 25";
        };
    }

    static Look look(RecordStatus status) {
        return switch (status) {
            case VERIFIED -> new Look("Verified", "fth-check-circle", "success-icon");
            case PENDING -> new Look("Pending", "fth-clock", "warning-icon");
            case FAILED -> new Look("Failed", "fth-x-circle", "danger-icon");
        };
    }

    static Look look(DkimKeyState state) {
        return switch (state) {
            case SIGNING -> new Look("Signs", "fth-check-circle", "success-icon");
            case NEXT -> new Look("Next", "fth-clock", "warning-icon");
            case RETIRED -> new Look("Retired", "fth-archive", "muted-icon");
            case REVOKED -> new Look("Revoked", "fth-slash", "muted-icon");
        };
    }

    static Look look(SpfResult result) {
        return switch (result) {
            case PASS -> new Look("Pass", "fth-check-circle", "success-icon");
            case NONE, NEUTRAL, SOFTFAIL ->
                new Look(
                        switch (result) {
                            case NONE -> "No record";
                            case NEUTRAL -> "Neutral";
                            default -> "Soft fail";
                        },
                        "fth-alert-triangle",
                        "warning-icon");
            case FAIL -> new Look("Fail", "fth-x-circle", "danger-icon");
            case TEMPERROR -> new Look("Temporary error", "fth-clock", "warning-icon");
            case PERMERROR -> new Look("Permanent error", "fth-x-circle", "danger-icon");
        };
    }

    static Look look(SpfStep.Status status) {
        return switch (status) {
            case MATCHED -> new Look("Matched", "fth-check-circle", "success-icon");
            case FOLLOWED -> new Look("Followed", "fth-corner-down-right", "success-icon");
            case NOT_MATCHED -> new Look("No match", "fth-minus", "muted-icon");
            case STOPPED -> new Look("Stopped here", "fth-x-circle", "danger-icon");
            case COUNTED -> new Look("Only counted", "fth-minus", "muted-icon");
            case NOT_EVALUATED -> new Look("Not reached", "fth-minus", "muted-icon");
        };
    }

    static Look look(PlanAction action) {
        return switch (action) {
            case ADD -> new Look("Add", "fth-plus-circle", "success-icon");
            case CHANGE -> new Look("Change", "fth-edit-2", "warning-icon");
            case REMOVE -> new Look("Remove", "fth-minus-circle", "danger-icon");
            case FOREIGN -> new Look("Of somebody else", "fth-user", "warning-icon");
            case KEEP -> new Look("Right already", "fth-check", "muted-icon");
            case OUTSIDE -> new Look("Not in this zone", "fth-external-link", "muted-icon");
        };
    }

    static Look look(PublicationStatus status) {
        return switch (status) {
            case PREVIEWED -> new Look("Preview", "fth-eye", "muted-icon");
            case APPLYING -> new Look("Being published", "fth-clock", "warning-icon");
            case APPLIED -> new Look("Published", "fth-check-circle", "success-icon");
            case UNDOING -> new Look("Being undone", "fth-clock", "warning-icon");
            case UNDONE -> new Look("Undone", "fth-rotate-ccw", "muted-icon");
            case REFUSED -> new Look("Refused, zone unchanged", "fth-x-circle", "danger-icon");
            case UNKNOWN -> new Look("Not known", "fth-help-circle", "danger-icon");
        };
    }

    static String mode(DnsMode mode) {
        return mode == DnsMode.MANUAL ? "By hand" : "By the console";
    }

    static String provider(DnsProvider provider) {
        return switch (provider) {
            case RFC2136 -> "Dynamic update (RFC 2136)";
            case CLOUDFLARE -> "Cloudflare";
            case POWERDNS -> "PowerDNS";
        };
    }

    static String keyType(DkimKeyType type) {
        return type == DkimKeyType.RSA ? "RSA 2048" : "Ed25519";
    }

    static String format(DkimExportFormat format) {
        return switch (format) {
            case PKCS8 -> "PEM (PKCS#8)";
            case OPENDKIM -> "OpenDKIM";
            case RSPAMD -> "rspamd";
        };
    }

    /** Such as {@code 1 domain}. */
    static String domains(int count) {
        return count + (count == 1 ? " domain" : " domains");
    }
}
