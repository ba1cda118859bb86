package dev.wheelhouse.api.settings;

import dev.wheelhouse.core.platform.settings.Appearance;
import dev.wheelhouse.core.platform.settings.AssistantSettings;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.platform.settings.ListenerTrial;
import dev.wheelhouse.core.platform.settings.OrganizationSettings;
import dev.wheelhouse.core.platform.settings.Retention;
import dev.wheelhouse.core.platform.settings.Settings;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.settings.Thresholds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All settings on the wire, without the secrets. */
record SettingsJson(
        @Nullable Smtp smtp,
        @Nullable AssistantJson assistant,
        @Nullable String publicAddress,
        List<String> privateHosts,
        Retention retention,
        Thresholds thresholds,
        Dns dns,
        ListenerSettings listener,
        Appearance appearance,
        @Nullable ListenerTrial listenerTrial,
        List<String> restartNeeded,
        @Nullable List<String> ignored) {

    static SettingsJson from(Settings settings) {
        OrganizationSettings organization = settings.organization();
        return new SettingsJson(
                organization.smtp(),
                organization.assistant() == null
                        ? null
                        : AssistantJson.from(organization.assistant(), settings.hasAssistantKey()),
                organization.publicAddress(),
                organization.privateHosts(),
                organization.retention(),
                organization.thresholds(),
                organization.dns(),
                settings.home().listener(),
                settings.home().appearance(),
                settings.listenerTrial(),
                settings.restartNeeded(),
                settings.ignored().isEmpty() ? null : settings.ignored());
    }

    /** The model that answers in conversations. */
    record AssistantJson(String baseUrl, String model, boolean hasApiKey, int maxAnswerTokens, int maxTokens) {

        static AssistantJson from(AssistantSettings settings, boolean hasApiKey) {
            return new AssistantJson(
                    settings.baseUrl(), settings.model(), hasApiKey, settings.maxAnswerTokens(), settings.maxTokens());
        }
    }
}
