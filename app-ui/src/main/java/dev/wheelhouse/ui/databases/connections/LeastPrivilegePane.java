package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Warns of a login with more rights than its database needs, with the SQL that makes a lesser one. */
final class LeastPrivilegePane extends VBox {

    private static final double GAP = 8;

    private final Label warning = Nodes.wrapped("");
    private final Label sql = Nodes.wrapped("", "mono", "small");

    LeastPrivilegePane(Runnable copies) {
        super(GAP);
        sql.setId("lesserLoginSql");
        sql.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(sql, Priority.ALWAYS);
        Button copy = new Button("Copy");
        copy.setId("copyLesserLogin");
        copy.setMinWidth(Region.USE_PREF_SIZE);
        copy.setOnAction(_ -> copies.run());
        HBox line = new HBox(GAP, sql, copy);
        line.setAlignment(Pos.BOTTOM_LEFT);
        getChildren().setAll(warning, line);
    }

    void show(TestState state) {
        if (state instanceof TestState.Powerful(String _, String words, String statement)) {
            warning.setText(words);
            sql.setText(statement);
        }
        Shown.when(this, state instanceof TestState.Powerful);
    }
}
