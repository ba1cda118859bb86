package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.vcs.provider.RateLimitEnd;
import dev.wheelhouse.core.vcs.provider.VcsRepository;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.scene.control.TableColumn;

/**
 * What a connection's token sees, by full name. Read when its page is opened and seldom after that: a provider counts how
 * often it is asked. Belongs to the window's thread.
 */
final class RepositoryList extends LiveList<List<VcsRepository>, RepositoryList.Line> {

    private static final Duration PACE = Duration.ofMinutes(15);

    private final ConnectionList connections;
    private final LiveRow<ConnectionLine> row;
    private final Supplier<Caller> callers;
    private final String provider;

    /**
     * A repository.
     *
     * @param apps that deploy from it
     */
    record Line(VcsRepository repository, List<ConnectionLine.AppOf> apps) {

        String id() {
            return repository.fullName();
        }

        String appNames() {
            return apps.stream().map(ConnectionLine.AppOf::name).collect(Collectors.joining(", "));
        }

        String visibility() {
            return repository.isPrivate() ? "Private" : "Public";
        }

        boolean matches(String typed) {
            String text = typed.strip().toLowerCase(Locale.ROOT);
            return text.isEmpty()
                    || repository.fullName().toLowerCase(Locale.ROOT).contains(text)
                    || appNames().toLowerCase(Locale.ROOT).contains(text);
        }
    }

    RepositoryList(ConnectionList connections, LiveRow<ConnectionLine> row, Workbench workbench) {
        super(workbench.background(), connections.clock(), PACE, Line::id);
        this.connections = connections;
        this.row = row;
        this.callers = workbench.callers();
        this.provider = row.line().connection().kind().label();
    }

    /** Other apps deploy from them. */
    void showApps() {
        showAgain();
    }

    @Override
    protected List<VcsRepository> read() {
        try {
            return connections.connections().repositories(callers.get(), row.id());
        } catch (AppException e) {
            throw e.details() instanceof RateLimitEnd(Instant retryAt)
                    ? new AppException(
                            e.errorCode(),
                            provider + " limits how often it is asked. The limit ends "
                                    + Moments.exactly(retryAt, clock().instant(), connections.zone()) + ".",
                            e.details())
                    : e;
        }
    }

    @Override
    protected List<Line> lines(List<VcsRepository> repositories) {
        Map<String, List<ConnectionLine.AppOf>> apps =
                row.line().apps().stream().collect(Collectors.groupingBy(ConnectionLine.AppOf::repository));
        return repositories.stream()
                .map(each -> new Line(each, apps.getOrDefault(each.fullName().toLowerCase(Locale.ROOT), List.of())))
                .toList();
    }

    static List<TableColumn<LiveRow<Line>, Line>> columns() {
        ListColumns<LiveRow<Line>, Line> columns = ListColumns.ofRows(_ -> false);
        TableColumn<LiveRow<Line>, Line> name = columns.column(
                "Repository",
                300,
                (cell, line) -> cell.setGraphic(Nodes.line(
                        8,
                        Nodes.icon(line.repository().isPrivate() ? "fth-lock" : "fth-globe", "target-icon"),
                        Nodes.stacked(
                                Nodes.narrow(line.repository().name(), "h3"),
                                Nodes.narrow(line.repository().owner(), "dim", "small")))));
        name.setComparator(Comparator.comparing(Line::id, String.CASE_INSENSITIVE_ORDER));
        TableColumn<LiveRow<Line>, Line> visibility =
                columns.column("Visibility", 100, (cell, line) -> cell.setText(line.visibility()));
        visibility.setComparator(Comparator.comparing(Line::visibility));
        TableColumn<LiveRow<Line>, Line> branch = columns.column(
                "Default branch",
                140,
                (cell, line) -> cell.setGraphic(
                        line.repository().defaultBranch().isEmpty()
                                ? Nodes.narrow("No commit yet", "dim")
                                : Nodes.narrow(line.repository().defaultBranch())));
        branch.setComparator(Comparator.comparing(line -> line.repository().defaultBranch()));
        TableColumn<LiveRow<Line>, Line> apps =
                columns.column("Apps", 160, (cell, line) -> cell.setGraphic(Nodes.narrow(line.appNames())));
        apps.setComparator(Comparator.comparing(Line::appNames));
        return List.of(name, visibility, branch, apps);
    }
}
