package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;

/** Offers to pull the image that a server has not got, and to start the app then. Belongs to the window's thread. */
public final class ImagePullOffer {

    private final AppGateway apps;
    private final Workbench workbench;

    public ImagePullOffer(AppGateway apps, Workbench workbench) {
        this.apps = apps;
        this.workbench = workbench;
    }

    /** @param begun runs once the image is on its way */
    public void make(App app, AppException missing, Runnable begun) {
        workbench.ask(
                new Question(
                        "Pull the image of " + app.name() + "?",
                        missing.getMessage()
                                + "\n\nIt is a job: Ctrl+J shows how far it is, and cancels it. The app starts"
                                + " as soon as the image is there.",
                        "Pull and start",
                        false),
                () -> workbench.run(
                        caller -> apps.pull(caller, app.id(), true),
                        _ -> {
                            workbench.say(Notice.info("The image of " + app.name() + " is being pulled."));
                            begun.run();
                        },
                        workbench::say));
    }
}
