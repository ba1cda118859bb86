package dev.wheelhouse.ui.controls.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GridLayoutTest {

    private static List<GridColumn> columns(String... names) {
        return Arrays.stream(names)
                .map(name -> GridColumn.of(name, "text", false))
                .toList();
    }

    private static ColumnLayout arranged() {
        ColumnLayout layout = new ColumnLayout();
        layout.reset(columns("a", "b", "c", "d"));
        layout.move(3, 0);
        layout.resize(1, 77);
        layout.hide(2);
        layout.freeze(1);
        return layout;
    }

    private static List<String> shown(ColumnLayout layout, List<GridColumn> columns) {
        return layout.shown().stream().map(index -> columns.get(index).name()).toList();
    }

    private static ColumnLayout restored(List<GridColumn> columns) throws Exception {
        GridLayout left = new GridLayout(
                arranged().describe(columns("a", "b", "c", "d")), 1, List.of(new GridLayout.Key("b", true)));
        JsonMapper mapper = JsonMapper.builder().build();
        ColumnLayout layout = new ColumnLayout();
        layout.reset(columns);
        layout.restore(columns, mapper.readValue(mapper.writeValueAsString(left), GridLayout.class));
        return layout;
    }

    @Test
    void comesBackAsItWasLeft() throws Exception {
        List<GridColumn> columns = columns("a", "b", "c", "d");
        ColumnLayout layout = restored(columns);
        assertThat(shown(layout, columns)).containsExactly("d", "a", "c");
        assertThat(layout.hidden()).containsExactly(1);
        assertThat(layout.widthAt(1)).isEqualTo(77);
        assertThat(layout.frozen()).isEqualTo(1);
    }

    @Test
    void fitsATableThatWasChangedMeanwhile() throws Exception {
        List<GridColumn> columns = columns("new", "a", "newer", "c", "b");
        ColumnLayout layout = restored(columns);
        assertThat(shown(layout, columns)).containsExactly("new", "a", "newer", "c");
        assertThat(layout.hidden()).containsExactly(4);
        assertThat(layout.frozen()).isZero();
    }

    @Test
    void showsEverythingWhenNothingOfItIsLeft() throws Exception {
        List<GridColumn> columns = columns("x", "y");
        assertThat(shown(restored(columns), columns)).containsExactly("x", "y");
    }
}
