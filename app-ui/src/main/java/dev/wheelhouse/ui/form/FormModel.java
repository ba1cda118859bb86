package dev.wheelhouse.ui.form;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableMap;
import org.jspecify.annotations.Nullable;

/**
 * What a form knows beside its fields: their problems, a save under way, and that somebody else saved meanwhile. Belongs
 * to the window's thread.
 *
 * @param <S> what is stored
 */
public final class FormModel<S> {

    private final Latest saving;
    private final Set<String> fields;
    private final FormSource<S> source;
    private final ObservableMap<String, String> problems = FXCollections.observableHashMap();
    private final ReadOnlyStringWrapper refusedHost = new ReadOnlyStringWrapper(this, "refusedHost", "");
    private final ReadOnlyStringWrapper trouble = new ReadOnlyStringWrapper(this, "trouble", "");
    private final ReadOnlyBooleanWrapper saveRunning = new ReadOnlyBooleanWrapper(this, "saveRunning");
    private final ReadOnlyBooleanWrapper outdated = new ReadOnlyBooleanWrapper(this, "outdated");
    private @Nullable Long revision;
    private Runnable settled = () -> {};

    /** @param fields paths of the fields that show their own problems */
    public FormModel(Background background, Set<String> fields, FormSource<S> source) {
        this.saving = new Latest(background);
        this.fields = fields;
        this.source = source;
    }

    /** What is edited has this revision, which alone may be replaced. */
    public void show(long revision) {
        this.revision = revision;
    }

    /** A problem goes as soon as its field is changed, which is named as its property. */
    public void forgetProblemsOf(Property<?>... changed) {
        for (Property<?> each : changed) {
            each.addListener(_ -> forget(each.getName()));
        }
    }

    /** Its field was changed. */
    public void forget(String field) {
        problems.remove(field);
        trouble.set("");
        refusedHost.set("");
    }

    /** What the form says; null when that cannot be, which is shown then. */
    public <T> @Nullable T checked(Supplier<T> draft) {
        try {
            return draft.get();
        } catch (AppException e) {
            refused(e);
            return null;
        }
    }

    /** What the form says; null when that cannot be, of which the form says nothing. */
    public static <T> @Nullable T quietly(Supplier<T> draft) {
        try {
            return draft.get();
        } catch (AppException _) {
            return null;
        }
    }

    /** @param saved gets what was stored */
    public void save(Consumer<S> saved) {
        save(revision, saved);
    }

    /** Replaces what somebody else stored meanwhile. */
    public void overwrite(Consumer<S> saved) {
        save(null, saved);
    }

    private void save(@Nullable Long expected, Consumer<S> saved) {
        if (saveRunning.get()) {
            return;
        }
        clearProblems();
        Callable<S> work = source.store(expected);
        if (work == null) {
            return;
        }
        saveRunning.set(true);
        saving.run(
                work,
                stored -> {
                    saveRunning.set(false);
                    outdated.set(false);
                    source.forgetSecrets();
                    saved.accept(stored);
                    settled.run();
                },
                failure -> {
                    saveRunning.set(false);
                    refused(failure);
                });
    }

    /** What was wrong before says nothing of what the form says now. */
    private void clearProblems() {
        problems.clear();
        refusedHost.set("");
        trouble.set("");
    }

    /** Hears that its fields hold what is stored. */
    void setOnSettled(Runnable told) {
        settled = told;
    }

    /** Shows what is stored now instead of what was typed. */
    public void reload() {
        saving.run(
                source.read(),
                now -> {
                    source.show(now);
                    clearProblems();
                    outdated.set(false);
                    settled.run();
                },
                this::refused);
    }

    /** Shows why something was refused, at its fields where it names some. */
    public void refused(AppException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure.details() instanceof FieldProblems(List<FieldProblem> errors)) {
            show(errors);
        } else if (failure.errorCode() == PlatformError.ALREADY_EXISTS && fields.contains("name")) {
            problems.put("name", message);
        } else if (failure.errorCode() == PlatformError.PRECONDITION_FAILED) {
            outdated.set(true);
        } else {
            trouble.set(message);
        }
    }

    private void show(List<FieldProblem> errors) {
        Map<String, String> found = new LinkedHashMap<>();
        trouble.set("");
        for (FieldProblem each : errors) {
            String path = each.path();
            String field = fieldOf(path);
            if (fields.contains(field)) {
                String message = element(path.substring(field.length())) + each.message();
                found.merge(field, message, (before, more) -> before + "\n" + more);
            } else if (trouble.get().isEmpty()) {
                trouble.set(each.message());
            }
        }
        problems.putAll(found);
        refusedHost.set(errors.stream()
                .map(FieldProblem::privateHost)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(""));
    }

    /** The field of a path, or what the path begins with where no field is. */
    private String fieldOf(String path) {
        String field = path;
        for (int end = path.length(); end >= 0 && !fields.contains(field); ) {
            end = Math.max(field.lastIndexOf('.'), field.lastIndexOf('['));
            field = end < 0 ? field : field.substring(0, end);
        }
        return field;
    }

    /** Which element of a field it is about. */
    private static String element(String path) {
        if (path.isEmpty()) {
            return "";
        }
        return path.matches("\\[[0-9]+]")
                ? "Number " + (Integer.parseInt(path.substring(1, path.length() - 1)) + 1) + ": "
                : path.replaceFirst("^\\.", "") + ": ";
    }

    /** Forgets a save under way. */
    public void close() {
        saving.cancel();
    }

    /** Field to what is wrong with it. */
    public ObservableMap<String, String> problems() {
        return problems;
    }

    /** What is wrong with no single field; empty for nothing. */
    public ReadOnlyStringProperty troubleProperty() {
        return trouble.getReadOnlyProperty();
    }

    /** A host that was refused because it is private, and could be allowed; empty for none. */
    public ReadOnlyStringProperty refusedHostProperty() {
        return refusedHost.getReadOnlyProperty();
    }

    /** Says what is wrong with no single field. */
    public void setTrouble(String words) {
        trouble.set(words);
    }

    public ReadOnlyBooleanProperty saveRunningProperty() {
        return saveRunning.getReadOnlyProperty();
    }

    /** Whether somebody else saved while the form was open. */
    public ReadOnlyBooleanProperty outdatedProperty() {
        return outdated.getReadOnlyProperty();
    }
}
