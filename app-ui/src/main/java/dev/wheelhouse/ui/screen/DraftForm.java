package dev.wheelhouse.ui.screen;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.Parent;
import org.jspecify.annotations.Nullable;

/**
 * A form whose fields make a draft, which a service stores. Made in two steps: the fields need its model, and its frame
 * needs the fields. Belongs to the window's thread.
 *
 * @param <D> what is typed
 * @param <S> what is stored
 */
public final class DraftForm<D, S> implements Form {

    private final Fields<D, S> fields;
    private final Storage<D, S> storage;
    private final Workbench workbench;
    private final FormModel<S> model;
    private @Nullable FormFrame<S> frame;
    private @Nullable Node first;

    /**
     * What is typed.
     *
     * @param paths of the fields that show their own problems
     * @param draft what the fields say; throws where they say nothing
     * @param show fills them, and gives the revision to the model
     * @param left forgets typed secrets, and ends what the fields began
     */
    public record Fields<D, S>(Set<String> paths, Supplier<D> draft, Consumer<S> show, Runnable left) {}

    /** Stores a draft; called beside the window's thread. */
    public interface Store<D, S> {

        /** @param expected the revision that may be replaced; null for any */
        S store(Caller caller, D draft, @Nullable Long expected);
    }

    /**
     * Where a draft goes.
     *
     * @param read what is stored now; null where nothing is edited
     * @param call the same over HTTP
     */
    public record Storage<D, S>(Store<D, S> store, @Nullable Function<Caller, S> read, Function<D, CurlCommand> call) {

        /** Of what is not edited, but made or asked for. */
        public static <D, S> Storage<D, S> of(BiFunction<Caller, D, S> make, Function<D, CurlCommand> call) {
            return new Storage<>((caller, draft, _) -> make.apply(caller, draft), null, call);
        }
    }

    public DraftForm(Fields<D, S> fields, Storage<D, S> storage, Workbench workbench) {
        this.fields = fields;
        this.storage = storage;
        this.workbench = workbench;
        this.model = new FormModel<>(workbench.background(), fields.paths(), new Source());
    }

    private final class Source implements FormSource<S> {

        @Override
        public @Nullable Callable<S> store(@Nullable Long expected) {
            D draft = model.checked(fields.draft());
            return draft == null
                    ? null
                    : () -> storage.store().store(workbench.callers().get(), draft, expected);
        }

        @Override
        public Callable<S> read() {
            Function<Caller, S> read = Objects.requireNonNull(storage.read());
            return () -> read.apply(workbench.callers().get());
        }

        @Override
        public void show(S stored) {
            fields.show().accept(stored);
        }
    }

    /** Needed by the fields. */
    public FormModel<S> model() {
        return model;
    }

    /**
     * Puts the frame around the fields.
     *
     * @param frame with the model of this form
     * @param first gets the keyboard; null for the button that saves
     * @param save words on that button
     */
    public DraftForm<D, S> framed(
            FormFrame<S> frame, @Nullable Node first, String save, FormFrame.Ends<S> ends, ActionControls controls) {
        return framed(frame, first, new FormFrame.Foot(List.of(), List.of(), List.of()), save, ends, controls);
    }

    /** @param foot what else stands at the foot of the frame */
    public DraftForm<D, S> framed(
            FormFrame<S> frame,
            @Nullable Node first,
            FormFrame.Foot foot,
            String save,
            FormFrame.Ends<S> ends,
            ActionControls controls) {
        this.frame = frame;
        this.first = first;
        frame.end(foot, save, this::call, ends, controls);
        return this;
    }

    private @Nullable CurlCommand call() {
        D draft = FormModel.quietly(fields.draft());
        return draft == null ? null : storage.call().apply(draft);
    }

    private FormFrame<S> frame() {
        return Objects.requireNonNull(frame, "The form has no frame yet");
    }

    @Override
    public Parent root() {
        return frame();
    }

    @Override
    public void focus() {
        Focus.give(first == null ? frame().saveButton() : first);
    }

    @Override
    public void close() {
        model.close();
        fields.left().run();
    }
}
