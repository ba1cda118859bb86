package dev.wheelhouse.core.platform.host.ssh;

import java.util.List;

/** What is known of one server's keys. */
public interface HostTrust {

    /** What a key means. */
    enum Verdict {
        TRUSTED,
        /** Nothing is known of this server. */
        UNKNOWN,
        /** Another key is known of this server. */
        CHANGED
    }

    Verdict judge(HostKey shown);

    /** The types of the keys that are known, so that the server is asked for one of these first. */
    List<String> knownTypes();

    /** Trust in one fingerprint that a person has confirmed; any other key is unknown. */
    static HostTrust inFingerprint(String fingerprint) {
        return new HostTrust() {
            @Override
            public Verdict judge(HostKey shown) {
                return shown.fingerprint().equals(fingerprint) ? Verdict.TRUSTED : Verdict.UNKNOWN;
            }

            @Override
            public List<String> knownTypes() {
                return List.of();
            }
        };
    }

    /** No trust at all: every key is unknown. */
    static HostTrust inNothing() {
        return inFingerprint("");
    }
}
