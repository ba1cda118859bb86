package dev.wheelhouse.core.databases.sample;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Fills the shop's tables: the same rows every time, {@link #ROWS} of them. */
final class SampleShop {

    static final int ROWS = 200_000;

    private static final int STORES = 12;
    private static final int PRODUCTS = 1_000;
    private static final int CUSTOMERS = 12_000;
    private static final int ADDRESSES = 13_000;
    private static final int ORDERS = 36_000;
    private static final int BATCH = 1_000;
    private static final LocalDate OPENING = LocalDate.of(2023, 1, 2);
    private static final int DAYS_OPEN = 1_000;
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final Connection connection;
    private final Runnable check;
    private final Random random = new Random(20_230_102);
    private final double[] prices = new double[PRODUCTS + 1];
    private int written;

    /** @param check called now and then; throws when the work is no longer wanted */
    SampleShop(Connection connection, Runnable check) {
        this.connection = connection;
        this.check = check;
    }

    void fill() throws SQLException {
        countries();
        stores();
        categories();
        products();
        customers();
        addresses();
        orders();
        reviews();
    }

    /** One table being filled, in batches. */
    private final class Rows implements AutoCloseable {

        private final PreparedStatement insert;
        private int waiting;

        Rows(String table, String columns) throws SQLException {
            String marks = columns.replaceAll("[a-z_]+", "?");
            insert = connection.prepareStatement("INSERT INTO " + table + " (" + columns + ") VALUES (" + marks + ")");
        }

        void add(@Nullable Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.addBatch();
            written++;
            waiting++;
            if (waiting == BATCH) {
                flush();
            }
        }

        private void flush() throws SQLException {
            check.run();
            insert.executeBatch();
            waiting = 0;
        }

        @Override
        public void close() throws SQLException {
            if (waiting > 0) {
                flush();
            }
            insert.close();
        }
    }

    private void countries() throws SQLException {
        try (Rows rows = new Rows("countries", "code, name, currency, vat_rate")) {
            for (ShopWords.Country each : ShopWords.COUNTRIES) {
                rows.add(each.code(), each.name(), each.currency(), each.vat());
            }
        }
    }

    private void stores() throws SQLException {
        String columns = "id, name, country_code, opens_at, closes_at, location, router_mac, delivery_time";
        try (Rows rows = new Rows("stores", columns)) {
            for (int id = 1; id <= STORES; id++) {
                rows.add(
                        id,
                        ShopWords.CITIES.get(id) + " " + (id % 2 == 0 ? "Centre" : "Station"),
                        country(),
                        String.format(Locale.ROOT, "%02d:30:00", 7 + id % 3),
                        "19:00:00",
                        point(),
                        String.format(Locale.ROOT, "02:00:5e:10:00:%02x", id),
                        "P" + (1 + id % 4) + "D");
            }
        }
    }

    private void categories() throws SQLException {
        try (Rows rows = new Rows("categories", "id, parent_id, name")) {
            int id = 0;
            for (String department : ShopWords.DEPARTMENTS) {
                id++;
                int parent = id;
                rows.add(id, null, department);
                for (String shelf : ShopWords.SHELVES) {
                    id++;
                    rows.add(id, parent, department + " · " + shelf);
                }
            }
        }
    }

    private void products() throws SQLException {
        int categories = ShopWords.DEPARTMENTS.size() * (ShopWords.SHELVES.size() + 1);
        String columns = "id, category_id, sku, name, description, price, weight_kg, active, attributes, thumbnail,"
                + " barcode, added_on";
        try (Rows rows = new Rows("products", columns)) {
            for (int id = 1; id <= PRODUCTS; id++) {
                String colour = any(ShopWords.COLOURS);
                String name = any(ShopWords.QUALITIES) + " " + any(ShopWords.THINGS);
                prices[id] = cents(2_00 + random.nextInt(198_00));
                rows.add(
                        id,
                        1 + random.nextInt(categories),
                        String.format(Locale.ROOT, "WH-%05d", id),
                        name + ", " + colour,
                        id % 9 == 0 ? null : name + " in " + colour + ". " + any(ShopWords.REMARKS),
                        prices[id],
                        id % 11 == 0 ? null : (50 + random.nextInt(9_950)) / 1_000.0,
                        id % 13 == 0 ? 0 : 1,
                        "{\"colour\":\"" + colour + "\",\"warranty_years\":" + (1 + id % 5) + ",\"tags\":[\"new\","
                                + (id % 2 == 0) + "]}",
                        id % 4 == 0 ? thumbnail() : null,
                        id % 10 == 0 ? null : 4_000_000_000_000L + random.nextInt(1_000_000_000),
                        date(random.nextInt(DAYS_OPEN / 2)));
            }
        }
    }

    private byte[] thumbnail() {
        byte[] bytes = new byte[48];
        random.nextBytes(bytes);
        return bytes;
    }

    private void customers() throws SQLException {
        String columns = "id, public_id, first_name, last_name, email, phone, country_code, born_on, newsletter,"
                + " credit_limit, preferences, last_address, notes, registered_at";
        try (Rows rows = new Rows("customers", columns)) {
            for (int id = 1; id <= CUSTOMERS; id++) {
                rows.add(
                        id,
                        uuid(),
                        any(ShopWords.FIRST_NAMES),
                        any(ShopWords.LAST_NAMES),
                        "customer" + id + "@example.com",
                        chance(3) ? null : String.format(Locale.ROOT, "+44 20 7946 %04d", random.nextInt(1_000)),
                        country(),
                        chance(5) ? null : date(-8_000 - random.nextInt(18_000)),
                        chance(6) ? null : random.nextInt(2),
                        chance(3) ? null : cents(random.nextInt(50) * 100_00L),
                        chance(4) ? null : "{\"language\":\"en\",\"theme\":\"" + (chance(2) ? "dark" : "light") + "\"}",
                        chance(4) ? null : "192.0.2." + (1 + random.nextInt(254)),
                        chance(8) ? any(ShopWords.NOTES) : null,
                        moment(random.nextInt(DAYS_OPEN)));
            }
        }
    }

    private void addresses() throws SQLException {
        String columns = "id, customer_id, kind, street, postcode, city, country_code";
        List<String> kinds = List.of("home", "work", "billing");
        try (Rows rows = new Rows("addresses", columns)) {
            for (int id = 1; id <= ADDRESSES; id++) {
                rows.add(
                        id,
                        id <= CUSTOMERS ? id : 1 + random.nextInt(CUSTOMERS),
                        id <= CUSTOMERS ? "home" : any(kinds),
                        (1 + random.nextInt(180)) + " " + any(ShopWords.STREETS),
                        String.format(Locale.ROOT, "%05d", random.nextInt(100_000)),
                        any(ShopWords.CITIES),
                        country());
            }
        }
    }

    private void orders() throws SQLException {
        try (Rows orders = new Rows(
                        "orders", "id, customer_id, store_id, status, ordered_at, shipped_on, gift, total, note");
                Rows items = new Rows("order_items", "order_id, line, product_id, quantity, unit_price");
                Rows payments = new Rows("payments", "id, order_id, method, amount, reference, paid_at")) {
            for (int id = 1; id <= ORDERS; id++) {
                // Later orders have later times, as they would.
                int day = (int) ((long) id * DAYS_OPEN / (ORDERS + 1));
                String status = status(day);
                double total = items(items, id);
                boolean shipped = status.equals("shipped") || status.equals("delivered");
                orders.add(
                        id,
                        1 + random.nextInt(CUSTOMERS),
                        chance(4) ? 1 + random.nextInt(STORES) : null,
                        status,
                        moment(day),
                        shipped ? date(day + 1 + random.nextInt(4)) : null,
                        chance(9) ? 1 : 0,
                        total,
                        chance(20) ? "Please leave it with the neighbours." : null);
                if (shipped || status.equals("paid")) {
                    payments.add(id, id, chance(5) ? "transfer" : "card", total, uuid(), moment(day));
                }
            }
        }
    }

    private String status(int day) {
        if (chance(16)) {
            return "cancelled";
        }
        if (day < DAYS_OPEN - 20) {
            return "delivered";
        }
        return any(List.of("pending", "paid", "shipped"));
    }

    private double items(Rows items, int order) throws SQLException {
        long total = 0;
        int lines = 1 + random.nextInt(4);
        for (int line = 1; line <= lines; line++) {
            int product = 1 + Math.min(random.nextInt(PRODUCTS), random.nextInt(PRODUCTS));
            int quantity = 1 + random.nextInt(3);
            items.add(order, line, product, quantity, prices[product]);
            total += quantity * Math.round(prices[product] * 100);
        }
        return cents(total);
    }

    private void reviews() throws SQLException {
        int missing = ROWS - written;
        try (Rows rows = new Rows("reviews", "id, product_id, customer_id, rating, title, body, written_at")) {
            for (int id = 1; id <= missing; id++) {
                int rating = 1 + Math.max(random.nextInt(5), random.nextInt(5));
                rows.add(
                        id,
                        1 + random.nextInt(PRODUCTS),
                        1 + random.nextInt(CUSTOMERS),
                        rating,
                        ShopWords.VERDICTS.get(rating - 1),
                        chance(3) ? null : any(ShopWords.REMARKS),
                        moment(random.nextInt(DAYS_OPEN)));
            }
        }
    }

    private String any(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private String country() {
        return ShopWords.COUNTRIES
                .get(random.nextInt(ShopWords.COUNTRIES.size()))
                .code();
    }

    private String point() {
        return String.format(
                Locale.ROOT, "POINT(%.4f %.4f)", -8 + random.nextDouble() * 30, 38 + random.nextDouble() * 24);
    }

    private String uuid() {
        // Version 4 by its bits, yet the same every time.
        long high = (random.nextLong() & 0xffffffffffff0fffL) | 0x4000L;
        long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    private static String date(int day) {
        return OPENING.plusDays(day).toString();
    }

    private String moment(int day) {
        LocalDateTime midnight = OPENING.plusDays(day).atStartOfDay();
        return MOMENT.format(midnight.plusSeconds(6 * 3600L + random.nextInt(16 * 3600)));
    }

    private static double cents(long cents) {
        return cents / 100.0;
    }
}
