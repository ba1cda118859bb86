package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.publish.DnsDraft;
import dev.wheelhouse.core.mail.publish.DnsProvider;
import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.publish.TsigAlgorithm;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.AllowHost;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.ComboBox;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Where the zone of a managed domain is kept; only the fields of the chosen provider are shown and count. */
final class DnsFields {

    static final Set<String> PATHS = Set.of(
            "dns.provider",
            "dns.server",
            "dns.port",
            "dns.zone",
            "dns.tsigName",
            "dns.tsigAlgorithm",
            "dns.tsigSecret",
            "dns.url",
            "dns.token");

    private static final double PORT_WIDTH = 80;
    private static final String STORED = "Stored. Type to replace it";

    private final ObjectProperty<DnsProvider> provider =
            new SimpleObjectProperty<>(this, "dns.provider", DnsProvider.RFC2136);
    private final StringProperty server = new SimpleStringProperty(this, "dns.server", "");
    private final StringProperty port = new SimpleStringProperty(this, "dns.port", "");
    private final StringProperty zone = new SimpleStringProperty(this, "dns.zone", "");
    private final StringProperty tsigName = new SimpleStringProperty(this, "dns.tsigName", "");
    private final ObjectProperty<TsigAlgorithm> algorithm =
            new SimpleObjectProperty<>(this, "dns.tsigAlgorithm", TsigAlgorithm.HMAC_SHA256);
    private final StringProperty tsigSecret = new SimpleStringProperty(this, "dns.tsigSecret", "");
    private final StringProperty url = new SimpleStringProperty(this, "dns.url", "");
    private final StringProperty token = new SimpleStringProperty(this, "dns.token", "");
    private final ObjectProperty<@Nullable DnsProvider> stored = new SimpleObjectProperty<>(this, "stored");

    Property<?>[] named() {
        return new Property<?>[] {provider, server, port, zone, tsigName, algorithm, tsigSecret, url, token};
    }

    /** Secrets are not shown again. */
    void show(DnsSettings settings) {
        stored.set(settings.provider());
        provider.set(settings.provider());
        server.set(Objects.requireNonNullElse(settings.server(), ""));
        port.set(settings.port() == null ? "" : String.valueOf(settings.port()));
        zone.set(Objects.requireNonNullElse(settings.zone(), ""));
        tsigName.set(Objects.requireNonNullElse(settings.tsigName(), ""));
        algorithm.set(Objects.requireNonNullElse(settings.tsigAlgorithm(), TsigAlgorithm.HMAC_SHA256));
        url.set(Objects.requireNonNullElse(settings.url(), ""));
        forgetSecrets();
    }

    void forgetSecrets() {
        Stream.of(tsigSecret, token).forEach(each -> each.set(""));
    }

    /** @throws AppException {@code validation_failed} for a port that is no number */
    DnsDraft draft() {
        boolean update = provider.get() == DnsProvider.RFC2136;
        return new DnsDraft(
                provider.get().wireName(),
                update ? given(server) : null,
                update ? port() : null,
                given(zone),
                update ? given(tsigName) : null,
                update ? algorithm.get().wireName() : null,
                update ? given(tsigSecret) : null,
                provider.get() == DnsProvider.POWERDNS ? given(url) : null,
                update ? null : given(token));
    }

    private @Nullable Integer port() {
        String typed = port.get().strip();
        try {
            return typed.isEmpty() ? null : Integer.valueOf(typed);
        } catch (NumberFormatException _) {
            throw AppException.invalid("dns.port", "Give a port from 1 to 65535, or leave it out for 53.");
        }
    }

    private static @Nullable String given(StringProperty typed) {
        String text = typed.get().strip();
        return text.isEmpty() ? null : text;
    }

    VBox rows(double labels, FormModel<?> model, SettingsService settings, Workbench workbench) {
        FieldGrid head = new FieldGrid(labels, model);
        HBox providers = Segments.row("providers", List.of(DnsProvider.values()), provider, MailLabels::provider);
        head.place("Provider", providers, head.problem(providers, "dns.provider"));
        FieldGrid foot = new FieldGrid(labels, model);
        foot.text("Zone", zone, "The one that the domain lies in");
        return new VBox(
                12,
                head,
                update(labels, model),
                powerDns(labels, model, settings, workbench),
                tokens(labels, model),
                foot);
    }

    private FieldGrid update(double labels, FormModel<?> model) {
        FieldGrid grid = new FieldGrid(labels, model);
        TextField host = FieldGrid.field(new TextField(), "dns.server", server, "ns1.example.com");
        HBox.setHgrow(host, Priority.ALWAYS);
        TextField number = FieldGrid.field(new TextField(), "dns.port", port, "53");
        number.setPrefWidth(PORT_WIDTH);
        number.setMinWidth(PORT_WIDTH);
        number.setAccessibleText("Port");
        VBox place = grid.row("Name server", host, Nodes.line(8, host, Nodes.whole("Port"), number), "dns.server");
        place.getChildren().add(grid.problem(number, "dns.port"));
        grid.text("TSIG key", tsigName, "wheelhouse");
        ComboBox<TsigAlgorithm> algorithms = new ComboBox<>();
        algorithms.setId("dns.tsigAlgorithm");
        algorithms.getItems().setAll(Arrays.asList(TsigAlgorithm.values()).reversed());
        algorithms.setConverter(new InWords<>(TsigAlgorithm::wireName));
        algorithms.valueProperty().bindBidirectional(algorithm);
        grid.row("Algorithm", algorithms, algorithms, "dns.tsigAlgorithm");
        PasswordField field = secret("dns.tsigSecret", tsigSecret);
        grid.row("Secret", field, field, "dns.tsigSecret");
        return Shown.when(grid, provider.isEqualTo(DnsProvider.RFC2136));
    }

    private FieldGrid powerDns(double labels, FormModel<?> model, SettingsService settings, Workbench workbench) {
        FieldGrid grid = new FieldGrid(labels, model);
        TextField address = FieldGrid.field(new TextField(), "dns.url", url, "http://ns1.example.com:8081");
        grid.row("API address", address, address, "dns.url")
                .getChildren()
                .add(AllowHost.of(model, "dns.url", settings, workbench));
        return Shown.when(grid, provider.isEqualTo(DnsProvider.POWERDNS));
    }

    private FieldGrid tokens(double labels, FormModel<?> model) {
        FieldGrid grid = new FieldGrid(labels, model);
        PasswordField field = secret("dns.token", token);
        grid.row("API token", field, field, "dns.token");
        return Shown.when(grid, provider.isNotEqualTo(DnsProvider.RFC2136));
    }

    private PasswordField secret(String id, StringProperty value) {
        PasswordField field = FieldGrid.field(new PasswordField(), id, value, "");
        field.promptTextProperty()
                .bind(Bindings.createStringBinding(
                        () -> provider.get() == stored.get() ? STORED : example(provider.get()), provider, stored));
        return field;
    }

    private static String example(DnsProvider provider) {
        return switch (provider) {
            case RFC2136 -> "Base64, as tsig-keygen and keymgr print it";
            case CLOUDFLARE -> "May read and edit the DNS of the zone";
            case POWERDNS -> "The api-key of its configuration";
        };
    }
}
