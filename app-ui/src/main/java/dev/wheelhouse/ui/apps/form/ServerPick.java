package dev.wheelhouse.ui.apps.form;

/** A server to run on, as the selector shows it. */
record ServerPick(String id, String name, String address) {

    @Override
    public String toString() {
        return name + "  ·  " + address;
    }
}
