package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A key to be made.
 *
 * @param name 1 to 100 characters
 * @param scopes null for every reading scope and read-only SQL, as far as the creator has them; {@code *} for all of the
 *     creator's
 * @param expiresInDays 7, 30, 60, 90 or 365; 0 for never; null for 90 or, if that is shorter, as long as the key that
 *     makes it
 * @param requestsPerMinute how many calls it may make, 60 to 6,000 and no more than the key that makes it; null for 600
 *     or, if that is less, as many as that key
 */
public record NewApiKey(
        String name,
        @Nullable List<String> scopes,
        @Nullable Integer expiresInDays,
        @Nullable Integer requestsPerMinute) {

    private static final Set<Integer> LIFETIMES = Set.of(0, 7, 30, 60, 90, 365);
    private static final Set<Scope> DEFAULT_SCOPES = Arrays.stream(Scope.values())
            .filter(scope -> scope.isRead() || scope == Scope.DATABASES_QUERY)
            .collect(Collectors.toUnmodifiableSet());
    static final int DEFAULT_LIFETIME = 90;
    private static final int FEWEST_REQUESTS = 60;
    private static final int MOST_REQUESTS = 6000;
    static final int DEFAULT_REQUESTS = 600;

    /** @throws AppException {@code validation_failed} with every field at fault */
    void validate(Caller creator) {
        List<FieldProblem> problems = new ArrayList<>();
        FieldProblem.ofLabel("name", name).ifPresent(problems::add);
        if (expiresInDays != null && !LIFETIMES.contains(expiresInDays)) {
            problems.add(new FieldProblem("expiresInDays", "Use 7, 30, 60, 90, 365, or 0 for never."));
        }
        problemWithRate(requestsPerMinute, creator.requestsPerMinute()).ifPresent(problems::add);
        List<String> wanted = scopes == null ? List.of() : scopes;
        for (int i = 0; i < wanted.size(); i++) {
            String problem = problemWith(wanted.get(i), creator);
            if (problem != null) {
                problems.add(new FieldProblem("scopes[" + i + "]", problem));
            }
        }
        if (scopes == null && DEFAULT_SCOPES.stream().noneMatch(creator::may)) {
            problems.add(
                    new FieldProblem("scopes", "You have none of the scopes that a key gets by default; name some."));
        }
        if (scopes != null && scopes.isEmpty()) {
            problems.add(new FieldProblem("scopes", "Name at least one scope, or leave the field out."));
        }
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
    }

    /**
     * What is wrong with a rate.
     *
     * @param most that it may be; null for no limit of its own
     */
    static Optional<FieldProblem> problemWithRate(@Nullable Integer rate, @Nullable Integer most) {
        int limit = most == null ? MOST_REQUESTS : Math.min(most, MOST_REQUESTS);
        return rate == null || (rate >= FEWEST_REQUESTS && rate <= limit)
                ? Optional.empty()
                : Optional.of(new FieldProblem(
                        "requestsPerMinute", "Use " + FEWEST_REQUESTS + " to " + limit + " requests a minute."));
    }

    /** @param most that the creator may make; null for no limit */
    int rate(@Nullable Integer most) {
        int rate = requestsPerMinute == null ? DEFAULT_REQUESTS : requestsPerMinute;
        return most == null ? rate : Math.min(rate, most);
    }

    private static @Nullable String problemWith(String scope, Caller creator) {
        if (scope.equals(ApiKey.ALL_SCOPES)) {
            return null;
        }
        Optional<Scope> known = Scope.find(scope);
        if (known.isEmpty()) {
            return "There is no such scope. See the table of scopes in the reference.";
        }
        return creator.may(known.get()) ? null : "You do not have this scope yourself, so a key of yours cannot.";
    }

    /**
     * The scopes to store, none beyond the creator's. A key that has less than its member's role, or does not follow it
     * when it changes, must not make one that does, so its {@code *} becomes the list of what it has itself.
     *
     * @param parent the key that the creator calls with, if any
     * @param ofRole what the creator's member may do now
     */
    List<String> effectiveScopes(Caller creator, @Nullable ApiKey parent, Set<Scope> ofRole) {
        if (scopes == null) {
            return names(DEFAULT_SCOPES.stream().filter(creator::may));
        }
        boolean follows =
                (parent == null || parent.mayAll()) && creator.scopes().containsAll(ofRole);
        if (scopes.contains(ApiKey.ALL_SCOPES) && !follows) {
            return names(creator.scopes().stream());
        }
        return scopes.stream().distinct().toList();
    }

    private static List<String> names(Stream<Scope> scopes) {
        return scopes.sorted().map(Scope::wireName).toList();
    }

    /**
     * When the key ends, which is no later than the key that makes it does.
     *
     * @param parent the key that the creator calls with, if any
     * @return null for never
     * @throws AppException {@code validation_failed} for a longer life than the parent's
     */
    @Nullable
    Instant end(@Nullable ApiKey parent, Instant now) {
        @Nullable Instant latest = parent == null ? null : parent.expiresAt();
        int days = expiresInDays == null ? DEFAULT_LIFETIME : expiresInDays;
        @Nullable Instant end = days == 0 ? null : now.plus(Duration.ofDays(days));
        if (latest == null || (end != null && !end.isAfter(latest))) {
            return end;
        }
        if (expiresInDays != null) {
            throw AppException.invalid(
                    "expiresInDays",
                    "A key ends no later than the one that makes it, which ends at " + latest
                            + ". Choose less, or leave the field out for that time.");
        }
        return latest;
    }
}
