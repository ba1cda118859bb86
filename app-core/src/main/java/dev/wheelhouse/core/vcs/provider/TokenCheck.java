package dev.wheelhouse.core.vcs.provider;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a token may do, in the provider's own words for it.
 *
 * @param user who it belongs to; null where it may not even ask that
 * @param rights those that the provider names, or that were seen to work
 * @param missing those that it lacks for reading repositories and for making webhooks
 * @param reads whether it lacks none for reading repositories
 */
public record TokenCheck(@Nullable String user, List<String> rights, List<String> missing, boolean reads) {

    public TokenCheck {
        rights = List.copyOf(rights);
        missing = List.copyOf(missing);
    }
}
