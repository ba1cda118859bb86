package dev.wheelhouse.api.settings;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.settings.Appearance;
import dev.wheelhouse.core.platform.settings.AssistantSettings;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.platform.settings.OrganizationSettings;
import dev.wheelhouse.core.platform.settings.Retention;
import dev.wheelhouse.core.platform.settings.Settings;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import dev.wheelhouse.core.platform.settings.ThemeChoice;
import dev.wheelhouse.core.platform.settings.Thresholds;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The body of {@code PATCH /settings}: a merge patch (RFC 7396); what is removed goes back to its default. */
record SettingsPatchJson(
        Patch<SmtpPatch> smtp,
        Patch<AssistantPatch> assistant,
        Patch<String> publicAddress,
        Patch<List<String>> privateHosts,
        Patch<RetentionPatch> retention,
        Patch<ThresholdsPatch> thresholds,
        Patch<DnsPatch> dns,
        Patch<ListenerPatch> listener,
        Patch<AppearancePatch> appearance) {

    SettingsDraft toDraft(Settings current) {
        OrganizationSettings old = current.organization();
        OrganizationSettings none = OrganizationSettings.DEFAULTS;
        return new SettingsDraft(
                new OrganizationSettings(
                        optional(smtp, old.smtp(), SmtpPatch::onto),
                        optional(assistant, old.assistant(), AssistantPatch::onto),
                        publicAddress.apply(old.publicAddress()),
                        value(privateHosts, old.privateHosts(), none.privateHosts()),
                        merged(retention, old.retention(), none.retention(), RetentionPatch::onto),
                        merged(thresholds, old.thresholds(), none.thresholds(), ThresholdsPatch::onto),
                        merged(dns, old.dns(), none.dns(), DnsPatch::onto)),
                smtp.replacement().map(each -> secret(each.password())).orElseGet(SecretChange::keep),
                assistant.replacement().map(each -> secret(each.apiKey())).orElseGet(SecretChange::keep),
                merged(listener, current.home().listener(), ListenerSettings.DEFAULTS, ListenerPatch::onto),
                merged(appearance, current.home().appearance(), Appearance.DEFAULTS, AppearancePatch::onto));
    }

    private static SecretChange secret(Patch<String> patch) {
        return patch.isMentioned() ? SecretChange.replace(patch.apply(null)) : SecretChange.keep();
    }

    /** A part that may be missing. */
    private static <P, T> @Nullable T optional(Patch<P> patch, @Nullable T old, BiFunction<P, @Nullable T, T> onto) {
        return switch (patch) {
            case Patch.Keep<P>() -> old;
            case Patch.Clear<P>() -> null;
            case Patch.Replace<P>(P change) -> onto.apply(change, old);
        };
    }

    private static <T> T value(Patch<T> patch, T old, T none) {
        return switch (patch) {
            case Patch.Keep<T>() -> old;
            case Patch.Clear<T>() -> none;
            case Patch.Replace<T>(T value) -> value;
        };
    }

    private static <P, T> T merged(Patch<P> patch, T old, T none, BiFunction<P, T, T> onto) {
        return switch (patch) {
            case Patch.Keep<P>() -> old;
            case Patch.Clear<P>() -> none;
            case Patch.Replace<P>(P change) -> onto.apply(change, old);
        };
    }

    /** Of the mail server. */
    record SmtpPatch(
            Patch<String> host,
            Patch<Integer> port,
            Patch<SmtpSecurity> security,
            Patch<String> user,
            Patch<String> password,
            Patch<String> from) {

        Smtp onto(@Nullable Smtp old) {
            SmtpSecurity secured =
                    value(security, old == null ? SmtpSecurity.STARTTLS : old.security(), SmtpSecurity.STARTTLS);
            return new Smtp(
                    host.applyRequired("smtp.host", old == null ? "" : old.host()),
                    value(port, old == null ? secured.usualPort() : old.port(), secured.usualPort()),
                    secured,
                    user.apply(old == null ? null : old.user()),
                    from.applyRequired("smtp.from", old == null ? "" : old.from()));
        }

        /** Never the password. */
        @Override
        public String toString() {
            return "SmtpPatch[…]";
        }
    }

    /** Of the model that answers in conversations. */
    record AssistantPatch(
            Patch<String> baseUrl,
            Patch<String> model,
            Patch<String> apiKey,
            Patch<Integer> maxAnswerTokens,
            Patch<Integer> maxTokens) {

        AssistantSettings onto(@Nullable AssistantSettings old) {
            int usualAnswer = AssistantSettings.USUAL_ANSWER_TOKENS;
            int usual = AssistantSettings.USUAL_TOKENS;
            return new AssistantSettings(
                    baseUrl.applyRequired("assistant.baseUrl", old == null ? "" : old.baseUrl()),
                    model.applyRequired("assistant.model", old == null ? "" : old.model()),
                    value(maxAnswerTokens, old == null ? usualAnswer : old.maxAnswerTokens(), usualAnswer),
                    value(maxTokens, old == null ? usual : old.maxTokens(), usual));
        }

        /** Never the key. */
        @Override
        public String toString() {
            return "AssistantPatch[…]";
        }
    }

    record RetentionPatch(
            Patch<Integer> eventDays, Patch<Integer> historyDays, Patch<Integer> jobDays, Patch<Integer> deliveryDays) {

        Retention onto(Retention old) {
            Retention none = Retention.DEFAULTS;
            return new Retention(
                    value(eventDays, old.eventDays(), none.eventDays()),
                    value(historyDays, old.historyDays(), none.historyDays()),
                    value(jobDays, old.jobDays(), none.jobDays()),
                    value(deliveryDays, old.deliveryDays(), none.deliveryDays()));
        }
    }

    record ThresholdsPatch(
            Patch<Integer> diskPercent,
            Patch<Integer> cpuPercent,
            Patch<Integer> memoryPercent,
            Patch<Integer> sustainedSeconds) {

        Thresholds onto(Thresholds old) {
            Thresholds none = Thresholds.DEFAULTS;
            return new Thresholds(
                    value(diskPercent, old.diskPercent(), none.diskPercent()),
                    value(cpuPercent, old.cpuPercent(), none.cpuPercent()),
                    value(memoryPercent, old.memoryPercent(), none.memoryPercent()),
                    value(sustainedSeconds, old.sustainedSeconds(), none.sustainedSeconds()));
        }
    }

    record DnsPatch(Patch<List<String>> resolvers, Patch<Integer> port) {

        Dns onto(Dns old) {
            return new Dns(
                    value(resolvers, old.resolvers(), Dns.DEFAULTS.resolvers()),
                    value(port, old.port(), Dns.DEFAULTS.port()));
        }
    }

    record ListenerPatch(
            Patch<String> address, Patch<Integer> port, Patch<List<String>> hostNames, Patch<TlsPatch> tls) {

        ListenerSettings onto(ListenerSettings old) {
            ListenerSettings none = ListenerSettings.DEFAULTS;
            return new ListenerSettings(
                    value(address, old.address(), none.address()),
                    value(port, old.port(), none.port()),
                    value(hostNames, old.hostNames(), none.hostNames()),
                    optional(tls, old.tls(), TlsPatch::onto));
        }
    }

    record TlsPatch(Patch<String> certificateFile, Patch<String> keyFile) {

        ListenerSettings.Tls onto(ListenerSettings.@Nullable Tls old) {
            return new ListenerSettings.Tls(
                    certificateFile.applyRequired(
                            "listener.tls.certificateFile", old == null ? "" : old.certificateFile()),
                    keyFile.applyRequired("listener.tls.keyFile", old == null ? "" : old.keyFile()));
        }
    }

    record AppearancePatch(Patch<ThemeChoice> theme) {

        Appearance onto(Appearance old) {
            return new Appearance(value(theme, old.theme(), Appearance.DEFAULTS.theme()));
        }
    }
}
