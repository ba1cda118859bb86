package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.webhooks.CreatedWebhook;
import dev.wheelhouse.core.webhooks.Webhook;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.backups.restore.TargetTimes;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.KeptText;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListParts;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.screen.TroublePart;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the screen of channels and webhooks: list, page and forms. Called on the window's thread. */
public final class NotificationsWiring implements Area, TargetCommands.Forms {

    private static final Nouns NOUNS = new Nouns(
            "target",
            "notifications",
            "Find a channel or webhook",
            "fth-bell",
            "Nobody hears of anything yet. Add a channel for people, such as Slack or email, or a webhook for a"
                    + " program.");

    private static final Nouns COUNTED = new Nouns("target", "targets", "", "", "");

    private static final String WHAT_THE_SECRET_IS_FOR =
            "The receiver verifies with it that a request is from here. It is shown this one time: give it to the receiver"
                    + " now, or rotate it later for a new one.";

    private static final int SECRET_ROWS = 1;

    private static final double SIGN = 16;

    private static final TroublePart<TargetLine> FAILING = new TroublePart<>(
            "failingTargets",
            "Failing notifications",
            TargetLine::id,
            TargetLine::isFailing,
            new TroublePart.Row<>(
                    _ -> Nodes.icon("fth-x-circle", "danger-icon"),
                    SIGN,
                    TargetLine::troubleTitle,
                    TargetLine::trouble),
            line -> TargetCalls.deliveries(line.target()));

    /** As far back as a redelivery goes unless somebody says otherwise. */
    private static final Duration USUAL_REDELIVERY = Duration.ofDays(1);

    private final Targets targets;
    private final SettingsService settings;
    private final EventService events;
    private final Workbench workbench;
    private final ActionControls controls;
    private final TargetList list;
    private final TargetCommands commands;
    private final ListModel<TargetLine> model;
    private final ListArea<TargetLine> area;
    private final ListParts<TargetLine> parts;

    /** @param zone in which times are shown */
    public NotificationsWiring(Core core, Workbench workbench, ActionControls controls, Clock clock, ZoneId zone) {
        this.targets =
                new Targets(core.notifications().service(), core.webhooks().service());
        this.settings = core.settings();
        this.events = core.events();
        this.workbench = workbench;
        this.controls = controls;
        this.list = new TargetList(targets, workbench, clock, zone);
        this.commands = new TargetCommands(targets, list, this, workbench);
        this.model = new ListModel<>(list, TargetLine::matches);
        this.area =
                new ListArea<>(NOUNS, SidebarGroup.AUTOMATION, "Notifications", "Alt+9", model, this::make, workbench);
        this.parts = new ListParts<>(
                model,
                List.of(
                        new ListParts.Part<>("All", _ -> true),
                        new ListParts.Part<>("Channels", line -> !line.target().isWebhook()),
                        new ListParts.Part<>("Webhooks", line -> line.target().isWebhook())));
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    private ListScreen<TargetLine> make() {
        LiveTable<TargetLine> table = new LiveTable<>(
                "target-table",
                model,
                new TargetColumns().all(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                commands.addChannel(),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(
                        NOUNS,
                        model,
                        table,
                        commands.addChannel(),
                        TargetCalls::channels,
                        id -> new TargetPage(list.row(id).orElseThrow(), commands, model::back, workbench, controls),
                        () -> List.of(commands.addWebhook())),
                new ListScreen.Extras(
                        List.of(parts.row(), new ListCount<>(model, COUNTED)),
                        List.of(controls.wholeButton(commands.addWebhook())),
                        List.of()),
                list.zone(),
                workbench,
                controls);
    }

    private List<Action> actionsOf(TargetLine line) {
        List<Action> actions = new ArrayList<>();
        actions.add(Action.of("notifications.open", "Open its page", "fth-list", () -> model.open(line.id()))
                .withCurl(() -> TargetCalls.deliveries(line.target())));
        actions.addAll(commands.all(line));
        return actions;
    }

    @Override
    public void openChannel(@Nullable NotificationChannel edited) {
        ListScreen<TargetLine> screen = area.inFront();
        screen.open(() -> new ChannelForm(
                targets.channels(),
                settings,
                edited,
                screen.ends(edited == null, NotificationChannel::name, NotificationChannel::id),
                workbench,
                controls));
    }

    @Override
    public void openWebhook(@Nullable Webhook edited) {
        ListScreen<TargetLine> screen = area.inFront();
        FormFrame.Ends<WebhookForm.Saved> ends = screen.ends(
                edited == null,
                saved -> "Webhook " + saved.webhook().name(),
                saved -> saved.webhook().id());
        screen.open(() -> new WebhookForm(
                        targets.webhooks(),
                        settings,
                        edited,
                        new FormFrame.Ends<>(
                                saved -> {
                                    ends.saved().accept(saved);
                                    saved.created().ifPresent(this::show);
                                },
                                ends.cancelled()),
                        workbench,
                        controls)
                .form());
    }

    @Override
    public void show(CreatedWebhook created) {
        ListScreen<TargetLine> screen = area.inFront();
        KeptText.Words words = new KeptText.Words("Secret", created.webhook().name(), WHAT_THE_SECRET_IS_FOR);
        screen.open(() -> new KeptText(words, created.secret().text(), SECRET_ROWS, workbench, screen::closeForm));
    }

    @Override
    public void redeliver(Target.OfWebhook target) {
        ListScreen<TargetLine> screen = area.inFront();
        screen.open(() -> new RedeliveryForm(
                        targets.webhooks(),
                        target,
                        new TargetTimes(list.zone()),
                        list.clock().instant().minus(USUAL_REDELIVERY).truncatedTo(ChronoUnit.SECONDS),
                        new FormFrame.Ends<>(
                                count -> screen.saved(
                                        count + (count == 1 ? " delivery is" : " deliveries are") + " sent again.",
                                        null),
                                screen::closeForm),
                        workbench,
                        controls)
                .form());
    }

    @Override
    public void showEvent(String eventId) {
        ListScreen<TargetLine> screen = area.inFront();
        screen.open(() -> new EventCard(
                events,
                list,
                eventId,
                target -> {
                    screen.closeForm();
                    reveal(target);
                },
                screen::closeForm,
                workbench,
                controls));
    }

    /** What happened last, for the overview. */
    public ScreenPart latestEvents() {
        return new LatestEvents(events, workbench, list.clock()).part(this::showEvent, controls);
    }

    /** Opens the page of one. */
    public void reveal(String id) {
        area.reveal(id);
    }

    /** The ones that fail, for the overview. */
    public ScreenPart failing() {
        Action all = Action.of("overview.notifications", "All notifications", "fth-bell", area::revealAll)
                .withCurl(TargetCalls::channels);
        return FAILING.of(list, all, this::reveal, controls);
    }

    @Override
    public List<Action> actions() {
        return List.of(commands.addChannel(), commands.addWebhook());
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "Notifications",
                TargetLine::name,
                line -> TargetLabels.kind(line.target()) + "  ·  "
                        + line.target().where(),
                line -> TargetLabels.icon(line.target()),
                commands::all);
    }
}
