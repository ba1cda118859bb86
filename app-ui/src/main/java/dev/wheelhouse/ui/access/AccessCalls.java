package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;

/** The API calls behind the actions on members, invites, keys, the audit log and the vault. */
final class AccessCalls {

    private static final String MEMBERS = "/members";
    private static final String INVITES = "/members/invites";
    private static final String KEYS = "/api-keys";
    private static final String EVENTS = "/events";
    private static final String PASSPHRASE_VARIABLE = "PASSPHRASE";
    private static final String NEW_PASSPHRASE_VARIABLE = "NEW_PASSPHRASE";

    private AccessCalls() {}

    static CurlCommand members() {
        return CurlCommand.get(MEMBERS);
    }

    static CurlCommand keys() {
        return CurlCommand.get(KEYS);
    }

    static CurlCommand me() {
        return CurlCommand.get("/me");
    }

    static CurlCommand organization() {
        return CurlCommand.get("/organization");
    }

    static CurlCommand get(AccessEntry entry) {
        return CurlCommand.get(one(entry));
    }

    static CurlCommand changeRole(String memberId, Role role) {
        return CurlCommand.patch(one(MEMBERS, memberId), new CallBody().with("role", role));
    }

    /** Removes a member, withdraws an invite. */
    static CurlCommand delete(AccessEntry entry) {
        return CurlCommand.delete(one(entry));
    }

    /** Revokes a key and those that it made. */
    static CurlCommand revoke(String keyId, boolean stopWork) {
        return CurlCommand.delete(one(KEYS, keyId)).with("children", "true").with("stopWork", String.valueOf(stopWork));
    }

    static CurlCommand invite(String email, Role role) {
        return CurlCommand.post(INVITES, new CallBody().with("email", email).with("role", role));
    }

    static CurlCommand createKey(NewApiKey wanted) {
        return CurlCommand.post(
                KEYS,
                new CallBody()
                        .with("name", wanted.name())
                        .with("scopes", wanted.scopes())
                        .with("expiresInDays", wanted.expiresInDays())
                        .with("requestsPerMinute", wanted.requestsPerMinute()));
    }

    static CurlCommand setRate(String keyId, int rate) {
        return CurlCommand.patch(one(KEYS, keyId), new CallBody().with("requestsPerMinute", rate));
    }

    static CurlCommand renameMe(String name) {
        return CurlCommand.patch("/me", new CallBody().with("name", name));
    }

    static CurlCommand renameOrganization(String name) {
        return CurlCommand.patch("/organization", new CallBody().with("name", name));
    }

    static CurlCommand events(EventFilter filter) {
        CurlCommand command = CurlCommand.get(EVENTS);
        if (!filter.kinds().isEmpty()) {
            command = command.with("kind", String.join(",", filter.kinds()));
        }
        if (filter.subjectId() != null) {
            command = command.with("subject", filter.subjectId());
        }
        if (filter.actorId() != null) {
            command = command.with("actor", filter.actorId());
        }
        return filter.from() == null
                ? command
                : command.with("from", filter.from().toString());
    }

    static CurlCommand event(String id) {
        return CurlCommand.get(one(EVENTS, id));
    }

    static CurlCommand export() {
        return CurlCommand.get(EVENTS + "/export");
    }

    static CurlCommand verify() {
        return CurlCommand.post(EVENTS + "/verify");
    }

    static CurlCommand vault() {
        return CurlCommand.get("/vault");
    }

    /** @param replaces whether there is one now */
    static CurlCommand setPassphrase(boolean replaces, boolean removes, boolean confirm) {
        return CurlCommand.post(
                "/vault/passphrase",
                new CallBody()
                        .with("passphrase", replaces ? CurlCommand.variable(PASSPHRASE_VARIABLE) : null)
                        .with("newPassphrase", removes ? null : CurlCommand.variable(NEW_PASSPHRASE_VARIABLE))
                        .with("confirm", confirm));
    }

    static CurlCommand lock() {
        return CurlCommand.post("/vault/lock");
    }

    static CurlCommand unlock() {
        return CurlCommand.post(
                "/vault/unlock", new CallBody().with("passphrase", CurlCommand.variable(PASSPHRASE_VARIABLE)));
    }

    private static String one(AccessEntry entry) {
        return one(
                switch (entry) {
                    case AccessEntry.OfMember _ -> MEMBERS;
                    case AccessEntry.OfInvite _ -> INVITES;
                    case AccessEntry.OfKey _ -> KEYS;
                },
                entry.id());
    }

    private static String one(String all, String id) {
        return all + "/" + CurlCommand.segment(id);
    }
}
