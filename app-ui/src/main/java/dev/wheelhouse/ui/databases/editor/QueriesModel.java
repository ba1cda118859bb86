package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The queries that people saved, as plain files. Belongs to the window's thread. */
final class QueriesModel {

    private final SqlServices services;
    private final Workbench bench;
    private final ObservableList<String> names = FXCollections.observableArrayList();

    QueriesModel(SqlServices services, Workbench bench) {
        this.services = services;
        this.bench = bench;
    }

    ObservableList<String> names() {
        return names;
    }

    void load() {
        bench.background().run(() -> services.queries().list(), names::setAll, bench::say);
    }

    void read(String name, Consumer<String> text) {
        bench.background()
                .run(
                        () -> services.queries().read(name),
                        found -> {
                            if (found.isPresent()) {
                                text.accept(found.get());
                                return;
                            }
                            // Removed by another program: the tab keeps its text.
                            bench.say(Notice.warning("The query " + name + " is no longer there."));
                            load();
                        },
                        bench::say);
    }

    /** Saves under a name; a query that has it already is replaced only when the person agrees. */
    void save(String name, String known, Supplier<String> text, Runnable saved) {
        String wanted = name.strip();
        Runnable write = () -> bench.background()
                .run(
                        () -> {
                            services.queries().write(wanted, text.get());
                            return services.queries().list();
                        },
                        list -> {
                            names.setAll(list);
                            saved.run();
                            bench.say(Notice.info("Saved as " + wanted + ".sql in the folder queries of the home."));
                        },
                        bench::say);
        if (wanted.equals(known)) {
            write.run();
            return;
        }
        // Asked of the folder and not of the list, which may be old.
        bench.background()
                .run(
                        () -> services.queries().exists(wanted),
                        exists -> {
                            if (exists) {
                                bench.ask(
                                        new Question(
                                                "Replace it?",
                                                "There is a saved query " + wanted + " already.",
                                                "Replace",
                                                true),
                                        write);
                            } else {
                                write.run();
                            }
                        },
                        bench::say);
    }

    void delete(String name) {
        bench.ask(
                new Question("Delete the query?", name + ".sql is removed from the folder queries.", "Delete", true),
                () -> bench.background()
                        .run(
                                () -> {
                                    services.queries().delete(name);
                                    return services.queries().list();
                                },
                                names::setAll,
                                bench::say));
    }
}
