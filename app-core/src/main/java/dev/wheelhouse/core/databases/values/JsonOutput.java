package dev.wheelhouse.core.databases.values;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Makes the generators that {@link ValueCodec}s write to. */
public final class JsonOutput {

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .rootValueSeparator("")
            .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
            // What a database holds is not ours to limit.
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();

    private JsonOutput() {}

    /**
     * Writes UTF-8 and nothing between one root value and the next. Its {@code flush} hands the bytes to {@code out}
     * without flushing that.
     */
    public static JsonGenerator generator(OutputStream out) {
        try {
            return FACTORY.createGenerator(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
