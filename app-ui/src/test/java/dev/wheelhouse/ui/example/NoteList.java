package dev.wheelhouse.ui.example;

import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.LiveList;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The notes, read every three seconds while somebody sees them. */
final class NoteList extends LiveList<List<Note>, Note> {

    private final Notes notes;

    NoteList(Notes notes, Background background, Clock clock) {
        super(background, clock, Duration.ofSeconds(3), Note::id);
        this.notes = notes;
    }

    @Override
    protected List<Note> read() {
        return notes.list();
    }

    @Override
    protected List<Note> lines(List<Note> reading) {
        return reading;
    }
}
