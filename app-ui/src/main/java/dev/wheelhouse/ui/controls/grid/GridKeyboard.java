package dev.wheelhouse.ui.controls.grid;

import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/** The keys of a spreadsheet. */
final class GridKeyboard {

    private final DataGrid grid;

    GridKeyboard(DataGrid grid) {
        this.grid = grid;
    }

    void install() {
        grid.addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
        grid.addEventHandler(KeyEvent.KEY_TYPED, this::typed);
    }

    private void pressed(KeyEvent event) {
        if (grid.editSession().isOpen() || event.isAltDown()) {
            return;
        }
        if (move(event) || command(event)) {
            event.consume();
        }
    }

    private boolean move(KeyEvent event) {
        boolean far = event.isShortcutDown();
        CellPoint from = grid.selection().focus();
        long lastRow = grid.model().rowCount() - 1;
        int lastColumn = grid.columnLayout().count() - 1;
        if (lastRow < 0 || lastColumn < 0) {
            return false;
        }
        CellPoint to = switch (event.getCode()) {
            case UP, KP_UP -> new CellPoint(far ? 0 : from.row() - 1, from.column());
            case DOWN, KP_DOWN -> new CellPoint(far ? lastRow : from.row() + 1, from.column());
            case LEFT, KP_LEFT -> new CellPoint(from.row(), far ? 0 : from.column() - 1);
            case RIGHT, KP_RIGHT -> new CellPoint(from.row(), far ? lastColumn : from.column() + 1);
            case HOME -> new CellPoint(far ? 0 : from.row(), 0);
            case END -> new CellPoint(far ? lastRow : from.row(), lastColumn);
            case PAGE_UP ->
                far ? null : new CellPoint(from.row() - grid.viewport().page(), from.column());
            case PAGE_DOWN ->
                far ? null : new CellPoint(from.row() + grid.viewport().page(), from.column());
            default -> null;
        };
        if (to == null) {
            return false;
        }
        CellPoint inside = new CellPoint(Math.clamp(to.row(), 0, lastRow), Math.clamp(to.column(), 0, lastColumn));
        GridSelection before = grid.selection();
        grid.select(event.isShiftDown() ? before.extendedTo(inside) : GridSelection.at(inside));
        return true;
    }

    private boolean command(KeyEvent event) {
        if (event.isShortcutDown()) {
            return shortcut(event);
        }
        GridEditing editing = grid.editing();
        return switch (event.getCode()) {
            case F2 -> {
                grid.edit(null);
                yield true;
            }
            case ENTER -> {
                if (!event.isShiftDown()) {
                    grid.edit(null);
                }
                yield !event.isShiftDown();
            }
            case SPACE -> {
                if (event.isShiftDown()) {
                    grid.select(GridSelection.row(
                            grid.selection().focus().row(), grid.columnLayout().count()));
                }
                yield event.isShiftDown();
            }
            case DELETE, BACK_SPACE -> {
                if (editing != null) {
                    editing.delete(grid.selectedRanges());
                }
                yield editing != null;
            }
            case INSERT -> {
                if (editing != null) {
                    editing.insert();
                }
                yield editing != null;
            }
            case ESCAPE -> {
                boolean more = grid.selection().areas().size() > 1
                        || !grid.selection()
                                .equals(GridSelection.at(grid.selection().focus()));
                if (more) {
                    grid.select(GridSelection.at(grid.selection().focus()));
                }
                yield more;
            }
            default -> false;
        };
    }

    private boolean shortcut(KeyEvent event) {
        GridEditing editing = grid.editing();
        if (event.isShiftDown() && event.getCode() != KeyCode.SPACE) {
            return false;
        }
        return switch (event.getCode()) {
            case A -> {
                grid.selectAll();
                yield true;
            }
            case C -> {
                grid.copy(CopyFormat.TSV);
                yield true;
            }
            case V -> {
                if (editing != null) {
                    paste(editing);
                }
                yield editing != null;
            }
            case D -> {
                if (editing != null) {
                    editing.duplicate(grid.selectedRanges());
                }
                yield editing != null;
            }
            case SPACE -> {
                new HeaderActions(grid).selectColumn(grid.selection().focus().column(), false);
                yield true;
            }
            default -> false;
        };
    }

    private void paste(GridEditing editing) {
        String text = Clipboard.getSystemClipboard().getString();
        if (text == null || text.isEmpty() || grid.selection().areas().isEmpty()) {
            return;
        }
        CellArea area = grid.selection().areas().getLast();
        List<Integer> columns = IntStream.range(
                        area.firstColumn(), grid.columnLayout().count())
                .map(grid.columnLayout()::columnAt)
                .boxed()
                .toList();
        editing.paste(area.firstRow(), columns, text);
    }

    private void typed(KeyEvent event) {
        String character = event.getCharacter();
        boolean text = !character.isEmpty() && character.charAt(0) > ' ' && character.charAt(0) != 0x7F;
        if (!text
                || grid.editing() == null
                || grid.editSession().isOpen()
                || event.isShortcutDown()
                || event.isMetaDown()
                || (event.isControlDown() && !event.isAltDown())) {
            return;
        }
        grid.edit(character);
        event.consume();
    }
}
