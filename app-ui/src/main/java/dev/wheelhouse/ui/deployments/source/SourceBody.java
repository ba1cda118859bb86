package dev.wheelhouse.ui.deployments.source;

import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.deployments.SourceSuggestion;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.deployments.source.SourceFields.Build;
import dev.wheelhouse.ui.deployments.source.SourceFields.Health;
import dev.wheelhouse.ui.deployments.source.SourceFields.Place;
import dev.wheelhouse.ui.form.AllowHost;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.TestLine;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.StringBinding;
import javafx.beans.property.Property;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.MapChangeListener;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The rows of a source in a form, with what the files of its repository say. Belongs to the window's thread. */
final class SourceBody {

    static final double WIDTH = 720;
    static final double LABELS = 112;

    private static final double GAP = 12;
    private static final double SMALL = 8;
    private static final double NUMBER = 80;

    private final SourceFields fields;
    private final FormModel<?> model;
    private final ObservableValue<RuntimeKind> runtime;
    private final SourceForms forms;
    private final SourceForms.Known known;
    private final Workbench workbench;
    private final Latest guessing;
    private final TestLine guess;
    private final CheckBox more = new CheckBox("More settings");
    private final HBox places;
    private final TextField address = new TextField();
    private Consumer<SourceSuggestion> guessed = _ -> {};

    /** @param runtime of the app */
    SourceBody(
            SourceFields fields,
            FormModel<?> model,
            ObservableValue<RuntimeKind> runtime,
            SourceForms forms,
            SourceForms.Known known,
            ActionControls controls) {
        this.fields = fields;
        this.model = model;
        this.runtime = runtime;
        this.forms = forms;
        this.known = known;
        this.workbench = forms.workbench();
        this.guessing = new Latest(workbench.background());
        this.guess = new TestLine(
                Action.of("source.guess", "Guess", "fth-zap", () -> guess(runtime.getValue()))
                        .withCurl(() -> SourceCalls.suggest(fields.question(), runtime.getValue())),
                Action.of("source.guess-cancel", "Cancel guess", "fth-x", this::cancel),
                controls);
        guess.button().setId("guess");
        guess.button().setMinWidth(Region.USE_PREF_SIZE);
        this.places = Segments.row("places", List.of(Place.values()), fields.place, each -> switch (each) {
            case CONNECTION -> "Of a connection";
            case ADDRESS -> "At an address";
        });
        model.forgetProblemsOf(fields.named());
        fields.repository.addListener(_ -> model.forget(fields.path("owner")));
        more.setId("more");
        Set<String> rest = moreFields().map(Property::getName).collect(Collectors.toSet());
        model.problems().addListener((MapChangeListener<String, String>) change -> {
            if (change.wasAdded() && rest.contains(change.getKey().replaceFirst("\\[.*", ""))) {
                more.setSelected(true);
            }
        });
        runtime.addListener((_, _, now) -> {
            if (now != RuntimeKind.CONTAINER && fields.build.get() == Build.DOCKERFILE) {
                fields.forgetDockerfile();
            }
        });
    }

    private Stream<StringProperty> moreFields() {
        return Stream.of(
                fields.watchPaths,
                fields.sharedPaths,
                fields.keepReleases,
                fields.deployDirectory,
                fields.switchCommand,
                fields.pollSeconds);
    }

    /** @param then gets what was found, once the fields are filled */
    void whenGuessed(Consumer<SourceSuggestion> then) {
        guessed = then;
    }

    /**
     * Looks into the repository for how it is built and run.
     *
     * @param wanted null for what fits best
     */
    void guess(@Nullable RuntimeKind wanted) {
        SourceDraft asked = fields.question();
        guess.showRunning("Looking into the repository…");
        guessing.run(
                () -> forms.sources().suggest(workbench.callers().get(), asked, wanted),
                found -> {
                    guessed.accept(found);
                    fields.propose(found);
                    guess.showSuccess((found.build() == null ? "" : "Guessed: ") + found.because());
                },
                failure -> guess.showFailure("No guess: " + words(failure)));
    }

    private static String words(AppException failure) {
        return failure.details() instanceof FieldProblems problems
                ? problems.errors().getFirst().message()
                : String.valueOf(failure.getMessage());
    }

    void cancel() {
        guessing.cancel();
        guess.showNothing();
    }

    /** Where a form of the repository begins. */
    Node first() {
        return fields.place.get() == Place.ADDRESS
                ? address
                : places.getChildren().getFirst();
    }

    private FieldGrid grid() {
        return new FieldGrid(LABELS, model);
    }

    /** A command or path, which is read letter by letter. */
    static TextField mono(FieldGrid grid, String label, StringProperty value, String prompt) {
        TextField field = grid.text(label, value, prompt);
        field.getStyleClass().add("mono");
        return field;
    }

    /** Where the repository is. */
    VBox repository(SettingsService settings) {
        FieldGrid head = grid();
        head.place("Repository", places);
        FieldGrid byName = grid();
        ComboBox<VcsConnection> connection = new ComboBox<>();
        connection.setId("connection");
        connection.setMaxWidth(Double.MAX_VALUE);
        connection.setPromptText("None yet: add one on the Repositories screen");
        connection.setConverter(new InWords<>(each -> each.name() + "  ·  " + each.baseUrl()));
        connection.getItems().setAll(known.connections());
        Runnable choose = () -> connection.setValue(known.connections().stream()
                .filter(each -> each.id().equals(fields.connectionId.get()))
                .findFirst()
                .orElse(null));
        fields.connectionId.addListener(_ -> choose.run());
        connection.setOnAction(_ -> {
            if (connection.getValue() != null) {
                fields.connectionId.set(connection.getValue().id());
            }
        });
        choose.run();
        byName.row("Connection", connection, connection, fields.path("connectionId"));
        TextField name = FieldGrid.field(new TextField(), "repository", fields.repository, "acme/shop");
        byName.row("Owner and name", name, name, fields.path("owner"), fields.path("name"));
        FieldGrid byAddress = grid();
        FieldGrid.field(address, "cloneUrl", fields.cloneUrl, "https://git.example.com/team/shop.git");
        byAddress
                .row("Address", address, address, fields.path("cloneUrl"))
                .getChildren()
                .addAll(
                        AllowHost.of(model, fields.path("cloneUrl"), settings, workbench),
                        Nodes.wrapped(
                                "A folder of this machine works too, such as /srv/git/shop.git.", "dim", "small"));
        FieldGrid inside = grid();
        inside.text("Branch", fields.branch, "Empty for the repository's default");
        inside.text("Directory", fields.directory, "Empty for all of it; or a folder, such as backend");
        HBox.setHgrow(guess, Priority.ALWAYS);
        inside.place("", Nodes.line(SMALL, guess.button(), guess));
        return new VBox(
                GAP,
                head,
                Shown.when(byName, fields.place.isEqualTo(Place.CONNECTION)),
                Shown.when(byAddress, fields.place.isEqualTo(Place.ADDRESS)),
                inside);
    }

    /** How a release is built, and what shows that it works. */
    VBox work() {
        FieldGrid head = grid();
        HBox builds = Segments.row("builds", List.of(Build.values()), fields.build, each -> switch (each) {
            case NOTHING -> "Nothing to build";
            case DOCKERFILE -> "Dockerfile";
            case COMMAND -> "Command";
        });
        // Only containers are built from one.
        Shown.when(builds.getChildren().get(1), runtime.map(each -> each == RuntimeKind.CONTAINER));
        head.place("Build", builds, head.problem(builds, fields.path("build")));
        FieldGrid command = grid();
        mono(command, "Build command", fields.buildCommand, "npm ci, or sh -c 'npm ci && npm run build'");
        FieldGrid image = grid();
        mono(image, "Dockerfile", fields.dockerfile, "Dockerfile");
        mono(image, "Context", fields.context, "Empty for the whole directory");
        FieldGrid hooks = grid();
        mono(hooks, "Before switch", fields.preDeploy, "Runs in the new release, such as ./migrate");
        mono(hooks, "After switch", fields.postDeploy, "Runs in the release once it is healthy");
        FieldGrid checks = grid();
        HBox healths = Segments.row("healths", List.of(Health.values()), fields.health, each -> switch (each) {
            case RUNS -> "Runs for 10 s";
            case ADDRESS -> "Address";
            case COMMAND -> "Command";
        });
        checks.place("Health check", healths, checks.problem(healths, fields.path("healthCheck")));
        FieldGrid url = grid();
        mono(url, "Check address", fields.healthUrl, "http://127.0.0.1:8080/health");
        FieldGrid program = grid();
        mono(program, "Check command", fields.healthCommand, "Good when it ends with 0");
        FieldGrid expected = grid();
        TextField contains = FieldGrid.field(new TextField(), "expect", fields.expect, "Anything");
        HBox.setHgrow(contains, Priority.ALWAYS);
        TextField within = FieldGrid.field(new TextField(), "withinSeconds", fields.withinSeconds, "60");
        number(within, "Seconds until it is good");
        expected.row(
                        "Answer has",
                        contains,
                        Nodes.line(SMALL, contains, Nodes.whole("within"), within, Nodes.whole("s")),
                        fields.path("healthCheck.expect"))
                .getChildren()
                .add(expected.problem(within, fields.path("healthCheck.withinSeconds")));
        return new VBox(
                GAP,
                head,
                Shown.when(command, fields.build.isEqualTo(Build.COMMAND)),
                Shown.when(image, fields.build.isEqualTo(Build.DOCKERFILE)),
                hooks,
                checks,
                Shown.when(url, fields.health.isEqualTo(Health.ADDRESS)),
                Shown.when(program, fields.health.isEqualTo(Health.COMMAND)),
                Shown.when(expected, fields.health.isNotEqualTo(Health.RUNS)));
    }

    private static void number(TextField field, String words) {
        field.setPrefWidth(NUMBER);
        field.setMinWidth(NUMBER);
        field.setAccessibleText(words);
        field.getStyleClass().add("figures-field");
    }

    /** What a push does, and what is seldom changed. */
    VBox rest() {
        FieldGrid pushes = grid();
        CheckBox auto = new CheckBox("Deploy each push");
        auto.setId("autoDeploy");
        auto.selectedProperty().bindBidirectional(fields.autoDeploy);
        Label how = Nodes.wrapped("", "dim", "small");
        how.setId("how");
        how.textProperty().bind(pushWords());
        Hyperlink settings = new Hyperlink("Set a public address");
        settings.setId("openSettings");
        settings.setMinWidth(Region.USE_PREF_SIZE);
        settings.setOnAction(_ -> workbench.openScreen("settings"));
        Shown.when(
                settings,
                fields.autoDeploy
                        .and(fields.place.isEqualTo(Place.CONNECTION))
                        .map(each -> each && known.publicAddress() == null));
        pushes.place("Pushes", auto, how, settings);
        pushes.place("", more);
        FieldGrid seldom = grid();
        mono(seldom, "Watched paths", fields.watchPaths, "Any change; or src/**, !docs");
        mono(seldom, "Shared paths", fields.sharedPaths, "What all releases keep, such as data/uploads");
        TextField keep = seldom.text("Kept releases", fields.keepReleases, "5");
        keep.setMaxWidth(NUMBER);
        TextField poll = FieldGrid.field(new TextField(), "pollSeconds", fields.pollSeconds, "60");
        number(poll, "Seconds between two looks at the branch");
        seldom.row("Poll every", poll, Nodes.line(SMALL, poll, Nodes.whole("s")), fields.path("pollSeconds"));
        mono(seldom, "Deploy to", fields.deployDirectory, "Empty for the console's directory of the app");
        FieldGrid proxy = grid();
        mono(proxy, "Switch command", fields.switchCommand, "Tells your proxy of the new container");
        VBox hidden = new VBox(GAP, seldom, Shown.when(proxy, runtime.map(each -> each == RuntimeKind.CONTAINER)));
        return new VBox(GAP, pushes, Shown.when(hidden, more.selectedProperty()));
    }

    private StringBinding pushWords() {
        return Bindings.createStringBinding(
                () -> {
                    String polled = "The branch is looked at every "
                            + (fields.pollSeconds.get().isBlank()
                                    ? "60"
                                    : fields.pollSeconds.get().strip())
                            + " s.";
                    if (!fields.autoDeploy.get()) {
                        return "Only when somebody deploys it.";
                    }
                    if (fields.place.get() == Place.ADDRESS) {
                        return polled;
                    }
                    return known.publicAddress() == null
                            ? polled + " With a public address a webhook would tell at once."
                            : "A webhook to " + known.publicAddress() + " tells of them; it is made on saving.";
                },
                fields.autoDeploy,
                fields.place,
                fields.pollSeconds);
    }
}
