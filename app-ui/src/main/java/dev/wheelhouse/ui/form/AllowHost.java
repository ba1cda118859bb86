package dev.wheelhouse.ui.form;

import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.function.Consumer;
import javafx.scene.control.Hyperlink;

/** Offers to allow the private host that a form's save was refused for; below the field of the address. */
public final class AllowHost extends Hyperlink {

    /** @param path of the field that was refused */
    public static AllowHost of(FormModel<?> model, String path, SettingsService settings, Workbench workbench) {
        return new AllowHost(
                model,
                host -> workbench.change(
                        caller -> settings.allowPrivateHost(caller, host), () -> model.forget(path), model::refused));
    }

    /** @param allow gets the host */
    public AllowHost(FormModel<?> model, Consumer<String> allow) {
        setId("allowHost");
        textProperty().bind(model.refusedHostProperty().map(host -> "Allow requests to " + host));
        Shown.when(this, model.refusedHostProperty().isNotEmpty());
        setOnAction(_ -> allow.accept(model.refusedHostProperty().get()));
    }
}
