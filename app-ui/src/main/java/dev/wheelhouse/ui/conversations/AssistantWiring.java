package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.shell.SidePanel;
import dev.wheelhouse.ui.shell.Watch;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.ZoneId;

/** Makes the assistant beside the screens, and what tells of plans. Called on the window's thread. */
public final class AssistantWiring {

    private final Core core;
    private final Workbench workbench;
    private final AssistantViewModel model;
    private final ActionControls controls;
    private final Clock clock;
    private final ZoneId zone;

    /** @param zone in which times are shown */
    public AssistantWiring(Core core, Workbench workbench, ActionControls controls, Clock clock, ZoneId zone) {
        this.core = core;
        this.workbench = workbench;
        this.model = new AssistantViewModel(core.conversations(), workbench);
        this.controls = controls;
        this.clock = clock;
        this.zone = zone;
    }

    public SidePanel panel() {
        return new AssistantPanel(model, controls, clock, zone);
    }

    /** @param openPanel opens the panel where it is closed */
    public Watch planNotices(Runnable openPanel) {
        return new PlanNotices(
                core.eventFollowers(), core.conversations().service(), workbench, model::isShowing, id -> {
                    model.reveal(id);
                    openPanel.run();
                });
    }
}
