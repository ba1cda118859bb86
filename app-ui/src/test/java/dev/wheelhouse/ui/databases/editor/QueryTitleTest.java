package dev.wheelhouse.ui.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryTitleTest {

    private static String title(String file, String text, boolean unsaved) {
        return QueryTitle.of(file, text, Engine.POSTGRESQL, unsaved);
    }

    @Test
    void namesTheFileAndMarksWhatIsNotSaved() {
        assertThat(title("orders.sql", "select 1", false)).isEqualTo("orders.sql");
        assertThat(title("orders.sql", "select 1", true)).isEqualTo("orders.sql ✎");
    }

    @Test
    void takesTheFirstWordsWithoutComments() {
        assertThat(title("", "", true)).isEqualTo("SQL");
        assertThat(title("", "-- what\n/* and */ ", true)).isEqualTo("SQL");
        assertThat(title("", "-- top\nselect  *\nfrom orders; delete from x", true))
                .isEqualTo("select * from orders ✎");
        assertThat(title("", "select name, city, total from customers where total > 1", true))
                .isEqualTo("select name, city, total… ✎");
        assertThat(title("", "select '" + "x".repeat(100) + "'", true)).hasSizeLessThan(36);
    }

    @Test
    void findsANameThatIsFree() {
        assertThat(QueryNames.of("", "shop/db: one.")).isEqualTo("unsaved shop_db_ one");
        assertThat(QueryNames.free("a", List.of("A", "a 2"))).isEqualTo("a 3");
    }
}
