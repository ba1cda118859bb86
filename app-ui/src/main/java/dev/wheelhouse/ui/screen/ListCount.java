package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;

/** How many a list has and how many of them match. */
public final class ListCount<L> extends Label {

    public ListCount(ListModel<L> model, Nouns nouns) {
        setId("count");
        getStyleClass().add("dim");
        model.shown().addListener((ListChangeListener<LiveRow<L>>) _ -> show(model, nouns));
        model.list().rows().addListener((ListChangeListener<LiveRow<L>>) _ -> show(model, nouns));
        show(model, nouns);
    }

    private void show(ListModel<L> model, Nouns nouns) {
        int all = model.list().rows().size();
        int shown = model.shown().size();
        setText(all == 0 ? "" : (shown == all ? "" : shown + " of ") + nouns.count(all));
    }
}
