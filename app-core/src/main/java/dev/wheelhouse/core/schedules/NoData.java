package dev.wheelhouse.core.schedules;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import dev.wheelhouse.core.platform.json.Json;
import java.nio.charset.StandardCharsets;

/** What the library would serialise with: JSON, never Java's own. A due time carries no data, so nothing is. */
final class NoData implements Serializer {

    @Override
    public byte[] serialize(Object data) {
        return Json.write(data).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] json) {
        return Json.read(new String(json, StandardCharsets.UTF_8), type);
    }
}
