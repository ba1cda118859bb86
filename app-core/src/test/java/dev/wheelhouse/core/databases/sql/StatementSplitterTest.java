package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.StatementSplitter.Place;
import dev.wheelhouse.core.testing.Property;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementSplitterTest {

    private static final String[] PARTS = {
        "select 1",
        ";",
        " ",
        "\n",
        "-- a;b\n",
        "/* ; */",
        "'x;y'",
        "$$;$$",
        "(",
        ")",
        "create function f()",
        "begin atomic",
        "end",
        "create trigger t",
        "begin",
        "case",
        "create rule r do (",
        "\"a;b\"",
        "[x;y]",
        "'open",
        "😀"
    };

    @Test
    void namesThePlacesOfTheStatementsThatItSplits() {
        Property.holds(20_000, random -> {
            Engine engine = random.nextBoolean() ? Engine.POSTGRESQL : Engine.SQLITE;
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(20); i >= 0; i--) {
                text.append(PARTS[random.nextInt(PARTS.length)]).append(random.nextBoolean() ? " " : "");
            }
            String script = text.toString();
            List<Place> split = StatementSplitter.split(script, engine).stream()
                    .map(each ->
                            new Place(each.offset(), each.offset() + each.text().length()))
                    .toList();
            assertThat(StatementSplitter.places(script, Tokeniser.tokenise(script, engine), engine))
                    .isEqualTo(split);
        });
    }
}
