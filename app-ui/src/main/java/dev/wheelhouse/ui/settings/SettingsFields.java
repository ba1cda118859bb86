package dev.wheelhouse.ui.settings;

import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.settings.Appearance;
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
                smtpPassword.get().isEmpty() ? SecretChange.keep() : SecretChange.replace(smtpPassword.get()),
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

    /** None when nothing of it is typed. */
    private @Nullable Smtp smtp(Problems problems) {
        boolean none = List.of(smtpHost, smtpPort, smtpUser, smtpPassword, smtpFrom).stream()
                .allMatch(each -> orNull(each) == null);
        return none
                ? null
                : new Smtp(
                        smtpHost.get().strip(),
                        orNull(smtpPort) == null ? smtpSecurity.get().usualPort() : number(smtpPort, problems),
                        smtpSecurity.get(),
                        orNull(smtpUser),
                        smtpFrom.get().strip());
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
