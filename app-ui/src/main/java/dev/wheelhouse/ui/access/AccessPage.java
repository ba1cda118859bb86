package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageFrame;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** The page of a member, an invite or a key: what it may do, what it did, and what was done with it. */
final class AccessPage implements Page {

    private static final List<String> ICONS_ONLY = List.of("access.remove", "access.withdraw", "access.revoke");

    private final LiveRow<AccessLine> row;
    private final AccessCommands commands;
    private final ActionControls controls;
    private final AuditList events;
    private final AuditTimeline timeline;
    private final Action goesBack;
    private final Action refreshes;
    private final ObjectProperty<Side> side;
    private final Label may = Nodes.wrapped("", "dim");
    private final PageFrame<AccessLine> frame;

    private enum Side {
        BY("Actions"),
        ABOUT("History");

        private final String words;

        Side(String words) {
            this.words = words;
        }
    }

    /**
     * @param opens shows other events
     * @param back leaves for the list
     */
    AccessPage(
            LiveRow<AccessLine> row,
            AccessCommands commands,
            EventService log,
            Consumer<AuditTimeline.Only> opens,
            Runnable back,
            Workbench workbench,
            ActionControls controls) {
        this.row = row;
        this.commands = commands;
        this.controls = controls;
        AccessList list = commands.list();
        boolean acts =
                !(entry() instanceof AccessEntry.OfInvite) && list.scopes().contains(Scope.AUDIT_READ);
        this.side = new SimpleObjectProperty<>(this, "side", acts ? Side.BY : Side.ABOUT);
        this.events = new AuditList(log, list.access(), filter(), workbench, list.clock(), list.zone());
        this.goesBack = Action.of("access.back", "All of access", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(AccessCalls::members);
        this.refreshes = Action.of("access.refresh-page", "Refresh page", "fth-refresh-cw", this::refresh)
                .withShortcut("F5")
                .withCurl(() -> AccessCalls.events(events.filter()));
        HBox sides = Segments.lowRow("sides", List.of(Side.values()), side, each -> each.words);
        Shown.when(sides, acts);
        side.addListener(_ -> events.narrow(filter()));
        this.frame = new PageFrame<>(
                "access-page",
                row,
                new PageFrame.Reads(list, events, list.clock(), list.zone()),
                goesBack,
                new VBox(8, may, sides),
                this::showEntry,
                workbench,
                controls);
        this.timeline =
                new AuditTimeline(events, frame.state(), opens, this::showEmpty, refreshes, workbench, controls);
        showEntry();
    }

    private AccessEntry entry() {
        return row.line().entry();
    }

    private EventFilter filter() {
        return side.get() == Side.BY
                ? new EventFilter(List.of(), null, row.id(), null, null)
                : new EventFilter(List.of(), row.id(), null, null, null);
    }

    private void refresh() {
        commands.list().refresh();
        events.refresh();
    }

    private void showEntry() {
        AccessLine line = row.line();
        frame.head().show(AccessLabels.icon(line.entry()), line.name(), Nodes.stated(line.state(), line.until()));
        List<Action> roles = commands.roles(line);
        MenuButton role = new MenuButton("Role: " + line.may());
        role.setId("role");
        ActionControls.fillWhileOpen(role, () -> controls.items(commands.roles(row.line())));
        frame.head()
                .showTools(
                        commands.tools(line),
                        line.entry(),
                        ICONS_ONLY,
                        roles.isEmpty() ? new Node[0] : new Node[] {role});
        String of = line.of().isEmpty()
                ? ""
                : (line.entry() instanceof AccessEntry.OfInvite ? "  ·  invited by " : "  ·  of ") + line.of();
        frame.setFacts(AccessLabels.kind(line.entry()) + "  ·  " + line.where() + of + rate(line.entry()));
        may.setText(meaning(line.entry()));
        frame.calm();
    }

    private static String rate(AccessEntry entry) {
        return entry instanceof AccessEntry.OfKey(ApiKey key) && key.requestsPerMinute() != null
                ? "  ·  %,d requests a minute".formatted(key.requestsPerMinute())
                : "";
    }

    private static String meaning(AccessEntry entry) {
        return switch (entry) {
            case AccessEntry.OfMember(Member member) ->
                AccessLabels.role(member.role()) + ": " + AccessLabels.meaning(member.role());
            case AccessEntry.OfInvite(Invite invite) ->
                "Makes who accepts it " + AccessLabels.role(invite.role()).toLowerCase(Locale.ROOT) + ": "
                        + AccessLabels.meaning(invite.role())
                        + " Its code was shown once; “Invite again” makes another in its place.";
            case AccessEntry.OfKey(ApiKey key) -> meaning(key);
        };
    }

    /** Such as {@code Databases: run read-only SQL. Apps and logs: see apps, read logs.} */
    private static String meaning(ApiKey key) {
        if (key.mayAll()) {
            return "May all that its member may, whatever that becomes.";
        }
        Map<String, List<String>> areas = key.scopes().stream()
                .flatMap(each -> Scope.find(each).stream())
                .sorted()
                .collect(Collectors.groupingBy(
                        AccessLabels::area,
                        LinkedHashMap::new,
                        Collectors.mapping(AccessLabels::inSentence, Collectors.toList())));
        return areas.entrySet().stream()
                .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()) + ".")
                .collect(Collectors.joining(" "));
    }

    private void showEmpty() {
        boolean by = side.get() == Side.BY;
        frame.state().showEmpty("fth-clock", by ? "No actions yet." : "No events about this.", controls, refreshes);
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public Parent root() {
        return frame.root();
    }

    @Override
    public void onShow() {
        frame.onShow();
    }

    @Override
    public void onHide() {
        frame.onHide();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        actions.addAll(commands.all(row.line()));
        actions.addAll(timeline.actions());
        actions.add(refreshes);
        return actions;
    }

    @Override
    public void focus() {
        timeline.focus(frame.head().back());
    }
}
