package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.AdoptionDraft;
import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupGateway;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/** The form that takes over backups whose console is lost. Belongs to the window's thread. */
public final class AdoptionFormViewModel implements FormSource<BackupConfig> {

    private final BackupGateway backups;
    private final BiConsumer<Caller, String> allowHost;
    private final Workbench workbench;
    final BackupList list;
    final DestinationFields dest = new DestinationFields();
    final StringProperty serverId = new SimpleStringProperty(this, "serverId", "");
    final StringProperty databaseId = new SimpleStringProperty(this, "databaseId", "");
    final StringProperty systemIdentifier = new SimpleStringProperty(this, "systemIdentifier", "");
    final StringProperty recoveryText = new SimpleStringProperty(this, "recoveryText", "");
    final FormModel<BackupConfig> form;
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> chooseOwn();

    /** @param allowHost lets requests reach a private host */
    public AdoptionFormViewModel(
            BackupGateway backups, BiConsumer<Caller, String> allowHost, BackupList list, Workbench workbench) {
        this.backups = backups;
        this.allowHost = allowHost;
        this.workbench = workbench;
        this.list = list;
        List<Property<?>> shown = Stream.concat(
                        dest.shown().stream(),
                        Stream.<Property<?>>of(serverId, databaseId, systemIdentifier, recoveryText))
                .toList();
        this.form = new FormModel<>(
                workbench.background(), shown.stream().map(Property::getName).collect(Collectors.toSet()), this);
        form.forgetProblemsOf(shown.toArray(Property<?>[]::new));
        list.connections().refresh();
        list.servers().refresh();
        list.servers().rows().addListener(onServers);
        chooseOwn();
    }

    /** This machine, unless another one was chosen; servers may be read later. */
    private void chooseOwn() {
        if (serverId.get().isEmpty()) {
            list.servers().own().ifPresent(each -> serverId.set(each.id()));
        }
    }

    private AdoptionDraft draft() {
        if (serverId.get().isBlank()) {
            throw AppException.invalid("serverId", "Choose the server to restore on.");
        }
        return new AdoptionDraft(
                serverId.get(),
                databaseId.get().isBlank() ? null : databaseId.get(),
                dest.draft(),
                DestinationFields.given(dest.prefix),
                DestinationFields.given(systemIdentifier),
                DestinationFields.given(recoveryText));
    }

    @Override
    public @Nullable Callable<BackupConfig> store(@Nullable Long expected) {
        AdoptionDraft draft = form.checked(this::draft);
        return draft == null ? null : () -> backups.adopt(workbench.callers().get(), draft);
    }

    @Override
    public Callable<BackupConfig> read() {
        throw new UnsupportedOperationException("What is adopted is never edited here");
    }

    @Override
    public void show(BackupConfig stored) {
        throw new UnsupportedOperationException("What is adopted is never edited here");
    }

    @Override
    public void forgetSecrets() {
        dest.secretAccessKey.set("");
        recoveryText.set("");
    }

    /** What Adopt does, over HTTP; null while the form cannot be read. */
    @Nullable
    CurlCommand call() {
        AdoptionDraft draft = FormModel.quietly(this::draft);
        return draft == null ? null : BackupCalls.adopt(draft);
    }

    void allowPrivateHost(String host) {
        workbench.change(
                caller -> allowHost.accept(caller, host), () -> form.forget(dest.endpoint.getName()), form::refused);
    }

    void close() {
        list.servers().rows().removeListener(onServers);
        form.close();
    }
}
