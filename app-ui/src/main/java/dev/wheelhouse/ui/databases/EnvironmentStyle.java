package dev.wheelhouse.ui.databases;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** How environments look, wherever a connection is shown. */
public final class EnvironmentStyle {

    private EnvironmentStyle() {}

    public static String words(Environment environment) {
        return switch (environment) {
            case DEVELOPMENT -> "Development";
            case STAGING -> "Staging";
            case PRODUCTION -> "Production";
        };
    }

    /** A dot in a connection's own colour, or in that of its environment. */
    public static Region dot(DatabaseConnection connection) {
        return dot(connection.environment(), connection.color());
    }

    /** @param color {@code #rrggbb}; null for the environment's own */
    public static Region dot(Environment environment, @Nullable String color) {
        Region dot = new Region();
        dot.getStyleClass().addAll("environment-dot", environment.wireName());
        if (color != null) {
            dot.setStyle("-fx-background-color: " + color + ";");
        }
        dot.setAccessibleText(words(environment));
        return dot;
    }

    /** A word in a pill, for places where a mistake would cost. */
    public static Label badge(Environment environment) {
        Label badge = new Label(words(environment));
        badge.getStyleClass().addAll("environment-badge", environment.wireName());
        badge.setMinWidth(Region.USE_PREF_SIZE);
        badge.setTextOverrun(OverrunStyle.CLIP);
        return badge;
    }
}
