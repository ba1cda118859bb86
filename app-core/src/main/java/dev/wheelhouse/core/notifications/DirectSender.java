package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.notifications.ChannelOutcome.Delivered;
import dev.wheelhouse.core.notifications.ChannelOutcome.Refused;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import dev.wheelhouse.core.platform.mail.Mailer;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/** Posts and mails to where the vault says that a channel leads. Thread-safe. */
final class DirectSender implements ChannelSender {

    /** What is no fault of the console: the far side is away, or its address is a private one. */
    private static final Set<PlatformError> OF_FAR_SIDE =
            Set.of(PlatformError.UPSTREAM_FAILED, PlatformError.UPSTREAM_TIMEOUT, PlatformError.VALIDATION_FAILED);

    private final ChannelTargets targets;
    private final OutgoingRequests requests;
    private final Mailer mailer;
    private final Clock clock;

    DirectSender(ChannelTargets targets, OutgoingRequests requests, Mailer mailer, Clock clock) {
        this.targets = targets;
        this.requests = requests;
        this.mailer = mailer;
        this.clock = clock;
    }

    @Override
    public ChannelOutcome send(NotificationChannel channel, ChannelMessage message) {
        NotificationChannel now = targets.now(channel).orElse(null);
        ChannelTarget target = now == null ? null : targets.find(now).orElse(null);
        if (now == null || target == null) {
            return new Refused("The channel " + channel.name() + " was deleted.", true);
        }
        return switch (target) {
            case EmailTarget email -> mailed(now, email, message);
            case TelegramTarget telegram -> told(now, telegram, message);
            case HttpTarget http -> posted(http, message);
        };
    }

    private ChannelOutcome posted(HttpTarget target, ChannelMessage message) {
        try {
            return target.outcome(answer(target, message), clock.instant());
        } catch (AppException e) {
            return refused(target, e);
        }
    }

    /** A group that became a supergroup has another id, which is kept and told at once. */
    private ChannelOutcome told(NotificationChannel now, TelegramTarget target, ChannelMessage message) {
        try {
            OutgoingAnswer answer = answer(target, message);
            Optional<TelegramTarget> moved = target.moved(answer);
            if (moved.isEmpty()) {
                return target.outcome(answer, clock.instant());
            }
            targets.move(now, moved.get());
            return posted(moved.get(), message);
        } catch (AppException e) {
            return refused(target, e);
        }
    }

    private OutgoingAnswer answer(HttpTarget target, ChannelMessage message) {
        return requests.sendForBeginning("url", target.request(message));
    }

    private static Refused refused(HttpTarget target, AppException failure) {
        if (!(failure.errorCode() instanceof PlatformError code) || !OF_FAR_SIDE.contains(code)) {
            throw failure;
        }
        return new Refused(target.clean(String.valueOf(failure.getMessage())), false);
    }

    private ChannelOutcome mailed(NotificationChannel channel, EmailTarget target, ChannelMessage message) {
        return switch (mailer.send(channel.organizationId(), target.mail(message))) {
            case MailOutcome.Sent() -> new Delivered();
            case MailOutcome.Refused(String words, boolean permanent) ->
                new Refused(words.replace(target.to(), "…@" + target.hint()), permanent);
        };
    }
}
