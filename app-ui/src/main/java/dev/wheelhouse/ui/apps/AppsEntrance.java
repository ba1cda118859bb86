package dev.wheelhouse.ui.apps;

/** What other screens can ask of the apps screen, which comes to the front for it. */
@FunctionalInterface
public interface AppsEntrance {

    /** Opens the page of an app. */
    void reveal(String appId);
}
