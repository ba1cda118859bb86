package dev.wheelhouse.ui.settings;

import dev.wheelhouse.core.platform.error.Problems;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** What the form of settings holds, each field named by its path. Belongs to the window's thread. */
final class SettingsFields {

    private final List<Property<?>> all = new ArrayList<>();

    final StringProperty smtpHost = text("smtp.host");
    final StringProperty smtpPort = text("smtp.port");
    final ObjectProperty<SmtpSecurity> smtpSecurity = choice("smtp.security", SmtpSecurity.STARTTLS);
    final StringProperty smtpUser = text("smtp.user");
    final StringProperty smtpPassword = text("smtp.password");
    final StringProperty smtpFrom = text("smtp.from");
    final StringProperty assistantUrl = text("assistant.baseUrl");
    final StringProperty assistantModel = text("assistant.model");
    final StringProperty assistantKey = text("assistant.apiKey");
    final StringProperty answerTokens = text("assistant.maxAnswerTokens");
    final StringProperty turnTokens = text("assistant.maxTokens");
    final StringProperty publicAddress = text("publicAddress");
    final StringProperty privateHosts = text("privateHosts");
    final StringProperty eventDays = text("retention.eventDays");
    final StringProperty historyDays = text("retention.historyDays");
    final StringProperty jobDays = text("retention.jobDays");
    final StringProperty deliveryDays = text("retention.deliveryDays");
    final StringProperty diskPercent = text("thresholds.diskPercent");
    final StringProperty cpuPercent = text("thresholds.cpuPercent");
    final StringProperty memoryPercent = text("thresholds.memoryPercent");
    final StringProperty sustainedSeconds = text("thresholds.sustainedSeconds");
    final StringProperty resolvers = text("dns.resolvers");
    final StringProperty dnsPort = text("dns.port");
    final StringProperty address = text("listener.address");
    final StringProperty port = text("listener.port");
    final StringProperty hostNames = text("listener.hostNames");
    final StringProperty certificateFile = text("listener.tls.certificateFile");
    final StringProperty keyFile = text("listener.tls.keyFile");
    final ObjectProperty<ThemeChoice> theme = choice("appearance.theme", ThemeChoice.SYSTEM);

    private List<Object> shown = values();

    private StringProperty text(String path) {
        StringProperty property = new SimpleStringProperty(this, path, "");
        all.add(property);
        return property;
    }

    private <T> ObjectProperty<T> choice(String path, T first) {
        ObjectProperty<T> property = new SimpleObjectProperty<>(this, path, first);
        all.add(property);
        return property;
    }

    Property<?>[] all() {
        return all.toArray(Property[]::new);
    }

    /** Where problems can show; beside the fields, where TLS is missing. */
    Set<String> paths() {
        Set<String> paths = all.stream().map(Property::getName).collect(Collectors.toSet());
        paths.add("listener.tls");
        return paths;
    }

    private List<Object> values() {
        return all.stream().<Object>map(Property::getValue).toList();
    }

    /** Whether something was typed since settings were shown. */
    boolean areChanged() {
        return !values().equals(shown);
    }

    void show(Settings settings) {
        OrganizationSettings organization = settings.organization();
        show(organization.smtp());
        show(organization.assistant());
        publicAddress.set(orEmpty(organization.publicAddress()));
        privateHosts.set(String.join("\n", organization.privateHosts()));
        show(organization.retention());
        show(organization.thresholds());
        resolvers.set(String.join(", ", organization.dns().resolvers()));
        dnsPort.set(String.valueOf(organization.dns().port()));
        show(settings.home().listener());
        theme.set(settings.home().appearance().theme());
        shown = values();
    }

    private void show(@Nullable Smtp smtp) {
        smtpHost.set(smtp == null ? "" : smtp.host());
        smtpSecurity.set(smtp == null ? SmtpSecurity.STARTTLS : smtp.security());
        smtpPort.set(smtp == null ? "" : String.valueOf(smtp.port()));
        smtpUser.set(smtp == null ? "" : orEmpty(smtp.user()));
        smtpPassword.set("");
        smtpFrom.set(smtp == null ? "" : smtp.from());
    }

    private void show(@Nullable AssistantSettings assistant) {
        assistantUrl.set(assistant == null ? "" : assistant.baseUrl());
        assistantModel.set(assistant == null ? "" : assistant.model());
        assistantKey.set("");
        answerTokens.set(assistant == null ? "" : String.valueOf(assistant.maxAnswerTokens()));
        turnTokens.set(assistant == null ? "" : String.valueOf(assistant.maxTokens()));
    }

    private void show(Retention retention) {
        eventDays.set(String.valueOf(retention.eventDays()));
        historyDays.set(String.valueOf(retention.historyDays()));
        jobDays.set(String.valueOf(retention.jobDays()));
        deliveryDays.set(String.valueOf(retention.deliveryDays()));
    }

    private void show(Thresholds thresholds) {
        diskPercent.set(String.valueOf(thresholds.diskPercent()));
        cpuPercent.set(String.valueOf(thresholds.cpuPercent()));
        memoryPercent.set(String.valueOf(thresholds.memoryPercent()));
        sustainedSeconds.set(String.valueOf(thresholds.sustainedSeconds()));
    }

    private void show(ListenerSettings listener) {
        address.set(listener.address());
        port.set(String.valueOf(listener.port()));
        hostNames.set(String.join("\n", listener.hostNames()));
        ListenerSettings.Tls tls = listener.tls();
        certificateFile.set(tls == null ? "" : tls.certificateFile());
        keyFile.set(tls == null ? "" : tls.keyFile());
    }

    /**
     * What was typed.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} for what is no number
     */
    SettingsDraft draft() {
        Problems problems = new Problems();
        SettingsDraft draft = new SettingsDraft(
                new OrganizationSettings(
                        smtp(problems),
                        assistant(problems),
                        orNull(publicAddress),
                        list(privateHosts),
                        new Retention(
                                number(eventDays, problems),
                                number(historyDays, problems),
                                number(jobDays, problems),
                                number(deliveryDays, problems)),
                        new Thresholds(
                                number(diskPercent, problems),
                                number(cpuPercent, problems),
                                number(memoryPercent, problems),
                                number(sustainedSeconds, problems)),
                        new Dns(list(resolvers), number(dnsPort, problems))),
                secret(smtpPassword),
                secret(assistantKey),
                new ListenerSettings(
                        address.get().strip(),
                        number(port, problems),
                        list(hostNames),
                        orNull(certificateFile) == null && orNull(keyFile) == null
                                ? null
                                : new ListenerSettings.Tls(
                                        certificateFile.get().strip(),
                                        keyFile.get().strip())),
                new Appearance(theme.get()));
        problems.throwIfAny();
        return draft;
    }

    /** What is typed; what is stored stays otherwise. */
    private static SecretChange secret(StringProperty field) {
        return field.get().isEmpty() ? SecretChange.keep() : SecretChange.replace(field.get());
    }

    /** None when nothing of it is typed. */
    private @Nullable Smtp smtp(Problems problems) {
        return areEmpty(smtpHost, smtpPort, smtpUser, smtpPassword, smtpFrom)
                ? null
                : new Smtp(
                        smtpHost.get().strip(),
                        number(smtpPort, smtpSecurity.get().usualPort(), problems),
                        smtpSecurity.get(),
                        orNull(smtpUser),
                        smtpFrom.get().strip());
    }

    /** None when no server, model and key is typed. */
    private @Nullable AssistantSettings assistant(Problems problems) {
        return areEmpty(assistantUrl, assistantModel, assistantKey)
                ? null
                : new AssistantSettings(
                        assistantUrl.get().strip(),
                        assistantModel.get().strip(),
                        number(answerTokens, AssistantSettings.USUAL_ANSWER_TOKENS, problems),
                        number(turnTokens, AssistantSettings.USUAL_TOKENS, problems));
    }

    private static boolean areEmpty(StringProperty... fields) {
        return Arrays.stream(fields).allMatch(each -> orNull(each) == null);
    }

    /** @param usual for nothing typed */
    private static int number(StringProperty field, int usual, Problems problems) {
        return orNull(field) == null ? usual : number(field, problems);
    }

    private static int number(StringProperty field, Problems problems) {
        try {
            return Integer.parseInt(field.get().strip());
        } catch (NumberFormatException _) {
            problems.add(field.getName(), "Give a whole number.");
            return 0;
        }
    }

    private static List<String> list(StringProperty field) {
        return field.get()
                .lines()
                .flatMap(line -> List.of(line.split("[,\\s]+")).stream())
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static @Nullable String orNull(StringProperty field) {
        String text = field.get().strip();
        return text.isEmpty() ? null : text;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
