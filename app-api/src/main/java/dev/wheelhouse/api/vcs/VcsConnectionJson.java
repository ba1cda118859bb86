package dev.wheelhouse.api.vcs;

import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import java.time.Instant;

/** A connection on the wire, without its token. */
record VcsConnectionJson(String id, VcsKind kind, String name, String baseUrl, Instant createdAt) {

    static VcsConnectionJson from(VcsConnection connection) {
        return new VcsConnectionJson(
                connection.id(), connection.kind(), connection.name(), connection.baseUrl(), connection.createdAt());
    }
}
