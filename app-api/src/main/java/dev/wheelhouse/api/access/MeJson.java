package dev.wheelhouse.api.access;

import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who asks and what they may do. */
record MeJson(
        String memberId,
        String name,
        @Nullable String email,
        String organizationId,
        String role,
        @Nullable String keyId,
        List<String> scopes) {

    static MeJson from(Caller caller, Member member) {
        return new MeJson(
                member.id(),
                member.name(),
                member.email(),
                member.organizationId(),
                member.role().wireName(),
                caller.keyId(),
                caller.scopes().stream().map(Scope::wireName).sorted().toList());
    }
}
