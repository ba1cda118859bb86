package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.DestinationDraft;
import dev.wheelhouse.core.backups.DestinationProvider;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** Where backups lie, and the keys to it; each property is named as the field of the API is. */
final class DestinationFields {

    final ObjectProperty<DestinationProvider> provider =
            new SimpleObjectProperty<>(this, "dest.provider", DestinationProvider.S3);
    final StringProperty bucket = text("dest.bucket");
    final StringProperty region = text("dest.region");
    final StringProperty endpoint = text("dest.endpoint");
    final StringProperty accessKeyId = text("dest.accessKeyId");
    final StringProperty secretAccessKey = text("dest.secretAccessKey");
    final StringProperty prefix = text("prefix");

    private StringProperty text(String path) {
        return new SimpleStringProperty(this, path, "");
    }

    /** Each with its problem below it. */
    List<Property<?>> shown() {
        return List.of(bucket, region, endpoint, accessKeyId, secretAccessKey, prefix);
    }

    boolean isDirectory() {
        return provider.get() == DestinationProvider.FILE;
    }

    /** Whether there is enough to look there. */
    boolean isGiven() {
        boolean hasKeys = !accessKeyId.get().isBlank() && !secretAccessKey.get().isBlank();
        return !bucket.get().isBlank() && (isDirectory() || hasKeys);
    }

    DestinationDraft draft() {
        boolean isDirectory = isDirectory();
        return new DestinationDraft(
                provider.get().wireName(),
                bucket.get().strip(),
                isDirectory ? BackupCalls.NO_KEY : accessKeyId.get().strip(),
                isDirectory ? BackupCalls.NO_KEY : secretAccessKey.get().strip(),
                isDirectory ? null : given(region),
                isDirectory ? null : given(endpoint));
    }

    /** Null for nothing but blanks. */
    static @Nullable String given(StringProperty field) {
        String text = field.get().strip();
        return text.isEmpty() ? null : text;
    }
}
