package dev.wheelhouse.ui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.LogRows;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DocumentLinesTest {

    private final ListedDocument document = new ListedDocument();
    private @Nullable AppException refusal;
    private int reads;

    private final LogRows rows = new LogRows() {
        @Override
        public long count() {
            return document.count();
        }

        @Override
        public boolean isComplete() {
            return true;
        }

        @Override
        public List<DocumentLine> rows(long first, int count) {
            reads++;
            if (refusal != null) {
                throw refusal;
            }
            return document.rows(first, count);
        }

        @Override
        public long rowOf(long number) {
            return number;
        }
    };

    @Test
    void saysThatLinesCannotBeReadAndReadsThemAgainWhenSomebodyWants() {
        document.add(LogLevel.INFO, null, null, "first");
        DocumentLines lines =
                new DocumentLines(document, rows, new SameThreadBackground(), new SourceNames(List.of()), null);
        refusal = new AppException(PlatformError.UPSTREAM_FAILED, "The server does not answer.");
        assertThat(lines.line(0)).isNull();
        assertThat(lines.line(0)).isNull();
        assertThat(reads).isEqualTo(1);
        assertThat(lines.failureProperty().get()).isEqualTo(refusal);

        refusal = null;
        lines.retry();
        assertThat(lines.failureProperty().get()).isNull();
        assertThat(lines.line(0)).isNull();
        assertThat(lines.line(0)).isNotNull();
    }
}
