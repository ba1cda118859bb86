package dev.wheelhouse.api.http.json;

import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The members of an object that must not name one twice (RFC 8259 section 4 leaves the meaning open). */
final class Members {

    private Members() {}

    /** @throws AppException {@code malformed_json} naming the repeated member */
    static List<JsonValue.Member> unique(JsonValue.JsonObject object, FieldPath path) {
        Set<String> names = HashSet.newHashSet(object.members().size());
        for (JsonValue.Member member : object.members()) {
            if (!names.add(member.name())) {
                throw new AppException(
                        HttpError.MALFORMED_JSON,
                        "The member " + path.member(member.name()) + " is given twice. Give it once.");
            }
        }
        return object.members();
    }
}
