package dev.wheelhouse.ui.servers;

import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.servers.gateway.ShownServer;

/** Opens the form over the window. */
@FunctionalInterface
public interface ServerForms {

    void open(FormMode<ShownServer> mode);
}
