package dev.wheelhouse.ui.servers;

/** Opens the form over the window. */
@FunctionalInterface
public interface ServerForms {

    void open(ServerFormMode mode);
}
