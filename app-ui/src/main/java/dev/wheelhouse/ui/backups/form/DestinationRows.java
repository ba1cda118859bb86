package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.DestinationProvider;
import dev.wheelhouse.ui.backups.list.BackupLabels;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.AllowHost;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormModel;
import java.util.function.Consumer;
import javafx.beans.property.StringProperty;
import javafx.scene.control.ComboBox;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.VBox;

/** The fields of a destination: of a directory or of a bucket, as is chosen. */
final class DestinationRows {

    private final double labels;
    private final FormModel<?> model;
    private final DestinationFields fields;
    private final Consumer<String> allowHost;

    /**
     * @param labels width of the labels, pixels
     * @param allowHost lets requests reach a private host
     */
    DestinationRows(double labels, FormModel<?> model, DestinationFields fields, Consumer<String> allowHost) {
        this.labels = labels;
        this.model = model;
        this.fields = fields;
        this.allowHost = allowHost;
    }

    /** Adds all of them, below what is there. */
    FieldGrid addTo(VBox form) {
        FieldGrid first = new FieldGrid(labels, model);
        ComboBox<DestinationProvider> provider = new ComboBox<>();
        provider.setMaxWidth(Double.MAX_VALUE);
        provider.setId("provider");
        provider.getItems().setAll(DestinationProvider.values());
        provider.setConverter(new InWords<>(BackupLabels::provider));
        provider.valueProperty().bindBidirectional(fields.provider);
        first.row("Store in", provider, provider);
        FieldGrid directory = new FieldGrid(labels, model);
        input(directory, "Directory", "directory", fields.bucket, "/srv/backups");
        FieldGrid remote = new FieldGrid(labels, model);
        input(remote, "Bucket", "bucket", fields.bucket, "backups-of-the-shop");
        input(remote, "Endpoint", "endpoint", fields.endpoint, "https://s3.example.com; empty for the provider's own")
                .getChildren()
                .add(allowHost());
        input(remote, "Region", "region", fields.region, "eu-central-1");
        addKeys(remote, "");
        FieldGrid last = new FieldGrid(labels, model);
        input(last, "Prefix", "prefix", fields.prefix, "Before all object names, such as shop/production");
        form.getChildren()
                .addAll(
                        first,
                        Shown.when(directory, fields.provider.isEqualTo(DestinationProvider.FILE)),
                        Shown.when(remote, fields.provider.isNotEqualTo(DestinationProvider.FILE)),
                        last);
        return last;
    }

    void addKeys(FieldGrid grid, String prompt) {
        input(grid, "Access key", "accessKeyId", fields.accessKeyId, prompt);
        PasswordField secret = FieldGrid.field(new PasswordField(), "secretAccessKey", fields.secretAccessKey, prompt);
        grid.row("Secret key", secret, secret, "dest.secretAccessKey");
    }

    AllowHost allowHost() {
        return new AllowHost(model, allowHost);
    }

    private static VBox input(FieldGrid grid, String label, String id, StringProperty value, String prompt) {
        TextInputControl field = FieldGrid.field(new TextField(), id, value, prompt);
        return grid.row(label, field, field, value.getName());
    }
}
