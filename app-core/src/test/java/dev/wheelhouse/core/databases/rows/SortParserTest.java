package dev.wheelhouse.core.databases.rows;

import static dev.wheelhouse.core.databases.rows.Tables.PEOPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.rows.SortKey.Nulls;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.testing.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortParserTest {

    private static final List<Nulls> PLACES = List.of(Nulls.DEFAULT, Nulls.FIRST, Nulls.LAST);

    @Test
    void readsTheExampleOfTheDocumentation() {
        assertThat(SortParser.parse("age.desc.nullslast,-name, id.asc", PEOPLE))
                .containsExactly(
                        new SortKey("age", true, Nulls.LAST), new SortKey("name", true), new SortKey("id", false));
    }

    @Test
    void readsQuotedNamesAndPlacesOfNulls() {
        assertThat(SortParser.parse("-\"weird.na\\\"me\\\\, (x)\".nullsfirst,ünï.nullslast.desc", PEOPLE))
                .containsExactly(
                        new SortKey("weird.na\"me\\, (x)", true, Nulls.FIRST), new SortKey("ünï", true, Nulls.LAST));
        assertThat(SortParser.parse(" ", PEOPLE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "nope|At position 1: \"people\" has no column \"nope\"",
                "id,statu|At position 4: \"people\" has no column \"statu\". Did you mean \"status\"?",
                "id.down|At position 4: use asc, desc, nullsfirst or nullslast",
                "-id.desc|At position 5: say the direction",
                "id.nullsfirst.nullslast|only once",
                "id,age,id|name \"id\" only once",
                "id,|name a column",
                "id age|put a comma between columns",
                "\"id|close this quote"
            })
    void refusesWithThePlaceAndTheWayOut(String sort, String message) {
        assertRefused(sort, PEOPLE, message);
    }

    @Test
    void keepsToItsLimits() {
        TableDescription wide = Tables.table(IntStream.range(0, 20)
                .mapToObj(i -> Tables.column("c" + i, "integer", UiType.INTEGER, i > 0))
                .toArray(ColumnDescription[]::new));
        String sixteen = IntStream.range(0, 16).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        assertThat(SortParser.parse(sixteen, wide)).hasSize(16);
        assertRefused(sixteen + ",c16", wide, "at most 16 columns");
        assertRefused("c0" + " ".repeat(199), wide, "at most 200 characters");
    }

    @Test
    void whatIsFormattedIsReadAsTheSameKeys() {
        Property.holds(500, random -> {
            List<ColumnDescription> columns = new ArrayList<>(PEOPLE.columns());
            Collections.shuffle(columns, random);
            List<SortKey> keys = columns.subList(0, random.nextInt(5)).stream()
                    .map(column -> new SortKey(column.name(), random.nextBoolean(), PLACES.get(random.nextInt(3))))
                    .toList();
            assertThat(SortParser.parse(SortParser.format(keys), PEOPLE)).isEqualTo(keys);
        });
    }

    private static void assertRefused(String sort, TableDescription table, String message) {
        assertThatThrownBy(() -> SortParser.parse(sort, table)).isInstanceOfSatisfying(AppException.class, refused -> {
            assertThat(((FieldProblems) refused.details()).errors().getFirst().path())
                    .isEqualTo("query.sort");
            assertThat(refused).hasMessageContaining(message);
        });
    }
}
