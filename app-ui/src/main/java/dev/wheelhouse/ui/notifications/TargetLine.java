package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.delivery.Attempt;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A target as it was read last, in words.
 *
 * @param failing whether its last attempt failed
 * @param pending how many deliveries wait for a retry
 * @param last the newest delivery; null for none
 * @param lastAgo when that was made; empty for never
 * @param failsSince when the first of the failures began that followed each other; empty while it does not fail,
 *     or where that is forgotten
 * @param error why the last attempt failed; empty while it does not fail
 */
record TargetLine(
        Target target,
        boolean failing,
        int pending,
        @Nullable Delivery last,
        String lastAgo,
        String failsSince,
        String error) {

    /** @param newest deliveries, newest first: as far back as its failures may reach */
    static TargetLine of(Target target, boolean failing, int pending, List<Delivery> newest, Instant now, ZoneId zone) {
        Delivery last = newest.isEmpty() ? null : newest.getFirst();
        List<Attempt> failures = failing ? failures(newest) : List.of();
        return new TargetLine(
                target,
                failing,
                pending,
                last,
                last == null ? "" : Moments.ago(last.createdAt(), now),
                failures.isEmpty()
                        ? ""
                        : Moments.of(Instant.ofEpochMilli(failures.getFirst().at()), now, zone),
                failures.isEmpty()
                        ? ""
                        : Objects.requireNonNullElse(failures.getLast().error(), ""));
    }

    /** The attempts that failed since one did not, oldest first. */
    private static List<Attempt> failures(List<Delivery> newest) {
        long success = newest.stream()
                .filter(each -> each.status() == DeliveryStatus.SUCCEEDED)
                .flatMap(each -> each.attempts().stream())
                .filter(each -> each.error() == null)
                .mapToLong(Attempt::at)
                .max()
                .orElse(Long.MIN_VALUE);
        return newest.stream()
                .flatMap(each -> each.attempts().stream())
                .filter(each -> each.error() != null && each.at() > success)
                .sorted(Comparator.comparingLong(Attempt::at))
                .toList();
    }

    boolean isFailing() {
        return (failing && target.enabled()) || target.disabledReason() != null;
    }

    /** Such as {@code fails since 14:03}. */
    String fails() {
        return failsSince.isEmpty() ? "fails" : "fails since " + failsSince;
    }

    /** Such as {@code Ops on Slack fails since 14:03}. */
    String troubleTitle() {
        String what = target.isWebhook() ? "Webhook " + name() : name() + " on " + TargetLabels.kind(target);
        return target.disabledReason() == null ? what + " " + fails() : what + " was turned off";
    }

    /** Why it fails, or was turned off; empty for neither. */
    String trouble() {
        return Objects.requireNonNullElse(target.disabledReason(), error);
    }

    boolean matches(String typed) {
        String text = typed.strip().toLowerCase(Locale.ROOT);
        return (target.name() + " " + TargetLabels.kind(target) + " " + target.where() + " "
                        + String.join(" ", target.events()))
                .toLowerCase(Locale.ROOT)
                .contains(text);
    }

    String id() {
        return target.id();
    }

    String name() {
        return target.name();
    }
}
