package dev.wheelhouse.ui.bench;

import java.util.concurrent.CountDownLatch;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.stage.Stage;

/** The least that a JavaFX window can be: what the console's start is held against. */
public final class HelloStage {

    private HelloStage() {}

    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        Platform.startup(() -> {
            Stage stage = new Stage();
            stage.setScene(new Scene(new Label("Hello, world"), 1280, 800));
            stage.setOnHidden(_ -> closed.countDown());
            stage.show();
        });
        closed.await();
        System.exit(0);
    }
}
