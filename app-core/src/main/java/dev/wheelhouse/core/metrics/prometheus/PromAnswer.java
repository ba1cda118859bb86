package dev.wheelhouse.core.metrics.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads an answer of the Prometheus HTTP API, token by token: an answer may be large, and may be anything. */
final class PromAnswer {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int MOST_SERIES = 10_000;

    private final List<PromSeries> series = new ArrayList<>();
    private String status = "";
    private String error = "";

    private PromAnswer() {}

    /**
     * The series of a {@code matrix} or {@code vector}.
     *
     * @throws IOException when it is no such answer, or an error
     */
    static List<PromSeries> read(byte[] body) throws IOException {
        PromAnswer answer = new PromAnswer();
        try (JsonParser json = FACTORY.createParser(body)) {
            require(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                answer.readField(json);
            }
        }
        if (!answer.error.isEmpty()) {
            throw new IOException("It says: " + answer.error);
        }
        require(answer.status.equals("success"));
        return answer.series;
    }

    private void readField(JsonParser json) throws IOException {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        switch (name) {
            case "status" -> status = json.getValueAsString("");
            case "error" -> error = json.getValueAsString("an error without words");
            case "data" -> {
                require(value == JsonToken.START_OBJECT);
                readData(json);
            }
            default -> json.skipChildren();
        }
    }

    private void readData(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (!name.equals("result")) {
                json.skipChildren();
                continue;
            }
            require(value == JsonToken.START_ARRAY);
            while (json.nextToken() == JsonToken.START_OBJECT) {
                require(series.size() < MOST_SERIES);
                readSeries(json);
            }
            require(json.currentToken() == JsonToken.END_ARRAY);
        }
    }

    private void readSeries(JsonParser json) throws IOException {
        Map<String, String> labels = new HashMap<>();
        TreeMap<Double, Double> values = new TreeMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case "metric" -> {
                    require(value == JsonToken.START_OBJECT);
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        labels.put(json.currentName(), json.nextTextValue());
                    }
                }
                case "value" -> readPair(json, values);
                case "values" -> {
                    require(value == JsonToken.START_ARRAY);
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        readPair(json, values);
                    }
                }
                default -> json.skipChildren();
            }
        }
        series.add(new PromSeries(labels, values));
    }

    /** {@code [1700000000.123, "0.5"]}; NaN and infinities are numbers to Prometheus and none to a chart. */
    private static void readPair(JsonParser json, Map<Double, Double> values) throws IOException {
        require(json.currentToken() == JsonToken.START_ARRAY);
        require(json.nextToken().isNumeric());
        double time = json.getDoubleValue();
        require(json.nextToken() == JsonToken.VALUE_STRING);
        double value = number(json.getText());
        require(json.nextToken() == JsonToken.END_ARRAY);
        if (Double.isFinite(value)) {
            values.put(time, value);
        }
    }

    private static double number(String text) throws IOException {
        if (text.equals("+Inf") || text.equals("-Inf") || text.equals("NaN")) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            throw new IOException("It is no answer of Prometheus");
        }
    }

    private static void require(boolean condition) throws IOException {
        if (!condition) {
            throw new IOException("It is no answer of Prometheus");
        }
    }
}
