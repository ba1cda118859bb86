package dev.wheelhouse.ui.controls.chart;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.TextAlignment;

/** Paints frames on a canvas. */
final class PlotPainter {

    private static final double LINE_WIDTH = 1.5;
    private static final double DOT = 3;
    private static final double MARK = 4.5;
    private static final double LABEL_GAP = 8;
    private static final double TICK = 3;
    private static final double[] DASHES = {5, 4};
    private static final double[] FINE_DASHES = {2, 3};

    private final ChartPalette palette;
    // Kept between frames: the canvas copies what it is given.
    private double[] xs = new double[0];
    private double[] ys = new double[0];

    PlotPainter(ChartPalette palette) {
        this.palette = palette;
    }

    void paint(GraphicsContext canvas, PlotFrame frame) {
        canvas.setFont(palette.font());
        paintGrid(canvas, frame);
        paintMarkLines(canvas, frame);
        for (LinePath.Run run : frame.lines().getFirst().runs()) {
            paintBand(canvas, frame, run);
        }
        for (int i = frame.lines().size() - 1; i >= 0; i--) {
            paintLine(canvas, frame, i);
        }
        paintLimit(canvas, frame);
        paintMarkSigns(canvas, frame);
    }

    private void paintGrid(GraphicsContext canvas, PlotFrame frame) {
        canvas.setLineWidth(1);
        canvas.setLineDashes();
        canvas.setStroke(palette.grid());
        canvas.setFill(palette.text());
        canvas.setTextAlign(TextAlignment.RIGHT);
        canvas.setTextBaseline(VPos.CENTER);
        for (double tick : frame.values().ticks()) {
            double y = sharp(frame.y(tick));
            canvas.setStroke(tick == 0 ? palette.axis() : palette.grid());
            canvas.strokeLine(frame.left(), y, frame.right(), y);
            canvas.fillText(frame.values().words(tick), frame.left() - LABEL_GAP, y);
        }
        canvas.setStroke(palette.axis());
        for (TimeTicks.Tick tick : frame.timeTicks()) {
            double x = sharp(frame.times().x(tick.at()));
            canvas.strokeLine(x, frame.bottom(), x, frame.bottom() + TICK);
        }
    }

    /**
     * Paints the words of the axis of time alone, anew.
     *
     * @param coveredFrom where the words would be covered by something else, in pixels
     */
    void paintTimes(GraphicsContext canvas, PlotFrame frame, double coveredFrom, double coveredTo) {
        double upper = frame.bottom() + TICK + 1;
        double width = canvas.getCanvas().getWidth();
        canvas.clearRect(
                frame.left() - LABEL_GAP, upper, width, canvas.getCanvas().getHeight() - upper);
        canvas.setFont(palette.font());
        canvas.setFill(palette.text());
        canvas.setTextAlign(TextAlignment.CENTER);
        canvas.setTextBaseline(VPos.TOP);
        for (TimeTicks.Tick tick : frame.timeTicks()) {
            double x = sharp(frame.times().x(tick.at()));
            double half = tick.text().length() * palette.font().getSize() * 0.3;
            boolean covered = x + half > coveredFrom && x - half < coveredTo;
            // A word that would be cut by the edge is left out; its tick stays.
            if (x + half <= width && !covered) {
                canvas.fillText(tick.text(), x, upper + 1);
            }
        }
    }

    private void paintBand(GraphicsContext canvas, PlotFrame frame, LinePath.Run run) {
        int size = run.size();
        if (size < 2) {
            return;
        }
        room(2 * size);
        for (int i = 0; i < size; i++) {
            xs[i] = run.x(i);
            ys[i] = frame.y(run.max(i));
            xs[2 * size - 1 - i] = run.x(i);
            ys[2 * size - 1 - i] = frame.y(run.min(i));
        }
        canvas.setFill(palette.band());
        canvas.fillPolygon(xs, ys, 2 * size);
    }

    private void paintLine(GraphicsContext canvas, PlotFrame frame, int index) {
        canvas.setStroke(palette.line(index));
        canvas.setFill(palette.line(index));
        canvas.setLineWidth(LINE_WIDTH);
        canvas.setLineJoin(StrokeLineJoin.BEVEL);
        canvas.setLineCap(StrokeLineCap.BUTT);
        for (LinePath.Run run : frame.lines().get(index).runs()) {
            if (run.size() == 1) {
                canvas.fillOval(run.x(0) - DOT / 2, frame.y(run.average(0)) - DOT / 2, DOT, DOT);
                continue;
            }
            room(run.size());
            for (int i = 0; i < run.size(); i++) {
                xs[i] = run.x(i);
                ys[i] = frame.y(run.average(i));
            }
            canvas.strokePolyline(xs, ys, run.size());
        }
    }

    private void paintLimit(GraphicsContext canvas, PlotFrame frame) {
        Double limit = frame.data().limit();
        if (limit == null) {
            return;
        }
        double y = sharp(frame.y(limit));
        canvas.setStroke(palette.limit());
        canvas.setLineWidth(1);
        canvas.setLineDashes(DASHES);
        canvas.strokeLine(frame.left(), y, frame.right(), y);
        canvas.setLineDashes();
    }

    private void paintMarkLines(GraphicsContext canvas, PlotFrame frame) {
        if (frame.marks().isEmpty()) {
            return;
        }
        canvas.setStroke(palette.mark());
        canvas.setLineWidth(1);
        canvas.setLineDashes(FINE_DASHES);
        for (PlotFrame.PlacedMark mark : frame.marks()) {
            canvas.strokeLine(sharp(mark.x()), frame.top(), sharp(mark.x()), frame.bottom());
        }
        canvas.setLineDashes();
    }

    private void paintMarkSigns(GraphicsContext canvas, PlotFrame frame) {
        canvas.setFill(palette.mark());
        for (PlotFrame.PlacedMark mark : frame.marks()) {
            double x = sharp(mark.x());
            double y = frame.bottom();
            canvas.fillPolygon(new double[] {x - MARK, x + MARK, x}, new double[] {y, y, y - 1.6 * MARK}, 3);
        }
    }

    private void room(int points) {
        if (xs.length < points) {
            xs = new double[2 * points];
            ys = new double[2 * points];
        }
    }

    /** A line of one pixel is sharp on the middle of a pixel. */
    private static double sharp(double at) {
        return Math.floor(at) + 0.5;
    }
}
