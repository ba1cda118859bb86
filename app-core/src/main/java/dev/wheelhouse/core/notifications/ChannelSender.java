package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Answer;
import dev.wheelhouse.core.platform.delivery.Bundle;
import dev.wheelhouse.core.platform.delivery.Hearing;
import dev.wheelhouse.core.platform.delivery.Message;
import dev.wheelhouse.core.platform.delivery.Target;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventSubscription;
import dev.wheelhouse.core.platform.mail.MailOutcome;
import dev.wheelhouse.core.platform.mail.Mailer;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Posts or mails messages to where a channel leads. Thread-safe. */
final class ChannelSender implements Target {

    /** What is no fault of the console: the far side is away, or its address is a private one. */
    private static final Set<PlatformError> OF_FAR_SIDE =
            Set.of(PlatformError.UPSTREAM_FAILED, PlatformError.UPSTREAM_TIMEOUT, PlatformError.VALIDATION_FAILED);

    private static final Set<EventKind> OF_CHANNELS =
            EnumSet.of(EventKind.NOTIFICATION_FAILING, EventKind.NOTIFICATION_CHANNEL_TESTED);

    private final NotificationChannel channel;
    private final ChannelTarget target;
    private final ChannelTargets targets;
    private final OutgoingRequests requests;
    private final Mailer mailer;
    private final EventSubscription subscription;

    /** @param targets keeps where the far side says that the channel leads now */
    ChannelSender(
            NotificationChannel channel,
            ChannelTarget target,
            ChannelTargets targets,
            OutgoingRequests requests,
            Mailer mailer) {
        this.channel = channel;
        this.target = target;
        this.targets = targets;
        this.requests = requests;
        this.mailer = mailer;
        this.subscription = EventSubscription.ofStored(channel.events());
    }

    @Override
    public Hearing hears(Event event, EventKind kind) {
        // It cannot be told that it fails, and a test it has already.
        boolean isAboutItself = OF_CHANNELS.contains(kind) && event.subjectId().equals(channel.id());
        if (isAboutItself || !subscription.matches(kind)) {
            return Hearing.NEVER;
        }
        return subscription.names(kind) ? Hearing.ALWAYS : Hearing.IF_OPEN;
    }

    @Override
    public Message compose(Bundle events) {
        Event newest = events.newest();
        return new Message(newest.id(), newest.kind(), ChannelMessage.of(events).toJson());
    }

    @Override
    public Answer send(Message message, Instant at) {
        return send(ChannelMessage.fromJson(message.body()), at);
    }

    private Answer send(ChannelMessage message, Instant at) {
        return switch (target) {
            case EmailTarget email -> mailed(email, message);
            case TelegramTarget telegram -> told(telegram, message, at);
            case HttpTarget http -> posted(http, message, at);
        };
    }

    private Answer posted(HttpTarget http, ChannelMessage message, Instant at) {
        try {
            return http.judged(answer(http, message), at);
        } catch (AppException e) {
            return failed(http, e);
        }
    }

    /** A group that became a supergroup has another id, which is kept and told at once. */
    private Answer told(TelegramTarget telegram, ChannelMessage message, Instant at) {
        try {
            OutgoingAnswer answer = answer(telegram, message);
            Optional<TelegramTarget> moved = telegram.moved(answer);
            if (moved.isEmpty()) {
                return telegram.judged(answer, at);
            }
            targets.move(channel, moved.get());
            return posted(moved.get(), message, at);
        } catch (AppException e) {
            return failed(telegram, e);
        }
    }

    private OutgoingAnswer answer(HttpTarget http, ChannelMessage message) {
        return requests.sendForBeginning("url", http.request(message));
    }

    private static Answer failed(HttpTarget http, AppException failure) {
        if (!(failure.errorCode() instanceof PlatformError code) || !OF_FAR_SIDE.contains(code)) {
            throw failure;
        }
        return Answer.failed(http.clean(String.valueOf(failure.getMessage())), null);
    }

    private Answer mailed(EmailTarget email, ChannelMessage message) {
        return switch (mailer.send(channel.organizationId(), email.mail(message))) {
            case MailOutcome.Sent() -> Answer.delivered();
            case MailOutcome.Refused(String words, boolean permanent) -> {
                String clean = words.replace(email.to(), "…@" + email.hint());
                yield permanent ? Answer.refused(clean) : Answer.failed(clean, null);
            }
        };
    }
}
