package dev.wheelhouse.ui.controls.chart;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** What the charts of a screen share: the range of time and the cross-hair. Belongs to the window's thread. */
public final class ChartGroup {

    private final ZoomHistory zoom;
    private final ReadOnlyObjectWrapper<TimeRange> visible;
    private final ReadOnlyBooleanWrapper zoomed = new ReadOnlyBooleanWrapper(this, "zoomed");
    private final ObjectProperty<@Nullable Long> crossHair = new SimpleObjectProperty<>(this, "crossHair");

    public ChartGroup(TimeRange whole) {
        zoom = new ZoomHistory(whole);
        visible = new ReadOnlyObjectWrapper<>(this, "visible", whole);
    }

    /** Shows another range, or the same one further on in time; a part that is zoomed into stays while it lies inside. */
    public void show(TimeRange whole) {
        zoom.show(whole);
        seen();
    }

    void zoomTo(TimeRange part) {
        zoom.zoomTo(part);
        seen();
    }

    void zoomBy(double factor) {
        zoom.zoomBy(factor, crossHair.get());
        seen();
    }

    /** Back to what was seen before the last zoom; false when everything is seen already. */
    public boolean back() {
        boolean went = zoom.back();
        seen();
        return went;
    }

    /** Back to the whole range. */
    public void reset() {
        zoom.reset();
        seen();
    }

    private void seen() {
        visible.set(zoom.visible());
        zoomed.set(zoom.isZoomed());
        Long at = crossHair.get();
        if (at != null && !zoom.visible().contains(at)) {
            crossHair.set(null);
        }
    }

    /** What all charts of the group show. */
    public ReadOnlyObjectProperty<TimeRange> visibleProperty() {
        return visible.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty zoomedProperty() {
        return zoomed.getReadOnlyProperty();
    }

    /** The time that all charts point at, milliseconds since the epoch; null for none. */
    public ObjectProperty<@Nullable Long> crossHairProperty() {
        return crossHair;
    }
}
