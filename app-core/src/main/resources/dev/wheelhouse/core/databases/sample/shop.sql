CREATE TABLE countries (
  code CHAR(2) NOT NULL PRIMARY KEY,
  name VARCHAR(60) NOT NULL,
  currency CHAR(3) NOT NULL,
  vat_rate REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE stores (
  id INTEGER PRIMARY KEY,
  name VARCHAR(60) NOT NULL UNIQUE,
  country_code CHAR(2) NOT NULL REFERENCES countries (code),
  opens_at TIME NOT NULL,
  closes_at TIME NOT NULL,
  location POINT,
  router_mac MACADDR,
  delivery_time INTERVAL
);

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER REFERENCES categories (id),
  name VARCHAR(60) NOT NULL UNIQUE
);

CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  sku VARCHAR(16) NOT NULL UNIQUE,
  name VARCHAR(120) NOT NULL,
  description TEXT,
  price DECIMAL(10, 2) NOT NULL CHECK (price >= 0),
  weight_kg REAL,
  active BOOLEAN NOT NULL DEFAULT 1,
  attributes JSON,
  thumbnail BLOB,
  barcode,
  added_on DATE NOT NULL
);

CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  public_id UUID NOT NULL UNIQUE,
  first_name VARCHAR(40) NOT NULL,
  last_name VARCHAR(40) NOT NULL,
  email VARCHAR(120) NOT NULL UNIQUE,
  phone VARCHAR(30),
  country_code CHAR(2) NOT NULL REFERENCES countries (code),
  born_on DATE,
  newsletter BOOLEAN,
  credit_limit NUMERIC(10, 2),
  preferences JSON,
  last_address INET,
  notes TEXT,
  registered_at DATETIME NOT NULL
);

CREATE TABLE addresses (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  kind VARCHAR(10) NOT NULL CHECK (kind IN ('home', 'work', 'billing')),
  street VARCHAR(100) NOT NULL,
  postcode VARCHAR(12) NOT NULL,
  city VARCHAR(60) NOT NULL,
  country_code CHAR(2) NOT NULL REFERENCES countries (code)
);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  store_id INTEGER REFERENCES stores (id),
  status VARCHAR(10) NOT NULL CHECK (status IN ('pending', 'paid', 'shipped', 'delivered', 'cancelled')),
  ordered_at DATETIME NOT NULL,
  shipped_on DATE,
  gift BOOLEAN NOT NULL DEFAULT 0,
  total DECIMAL(12, 2) NOT NULL,
  note TEXT
);

CREATE TABLE order_items (
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  product_id INTEGER NOT NULL REFERENCES products (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  unit_price DECIMAL(10, 2) NOT NULL,
  line_total DECIMAL(12, 2) GENERATED ALWAYS AS (round(quantity * unit_price, 2)) VIRTUAL,
  PRIMARY KEY (order_id, line)
) WITHOUT ROWID;

CREATE TABLE payments (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  method VARCHAR(10) NOT NULL CHECK (method IN ('card', 'transfer', 'voucher')),
  amount MONEY NOT NULL,
  reference UUID NOT NULL,
  paid_at TIMESTAMP NOT NULL
);

CREATE TABLE reviews (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id),
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  rating SMALLINT NOT NULL CHECK (rating BETWEEN 1 AND 5),
  title VARCHAR(80) NOT NULL,
  body TEXT,
  written_at DATETIME NOT NULL
);

-- The same numbers on every machine: two Lehmer generators, which SQLite's random() cannot be.
CREATE TEMP TABLE dice (n INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER);

INSERT INTO dice
WITH RECURSIVE throws (n, a, b) AS (
  VALUES (1, 20230102, 19021913)
  UNION ALL
  SELECT n + 1, a * 48271 % 2147483647, b * 40692 % 2147483399 FROM throws WHERE n < 150000
)
SELECT n, a, b, (a + b) % 2147483647 FROM throws;

INSERT INTO countries VALUES
  ('AT', 'Austria', 'EUR', 20), ('BE', 'Belgium', 'EUR', 21), ('CH', 'Switzerland', 'CHF', 8.1),
  ('CZ', 'Czechia', 'CZK', 21), ('DE', 'Germany', 'EUR', 19), ('DK', 'Denmark', 'DKK', 25),
  ('ES', 'Spain', 'EUR', 21), ('FI', 'Finland', 'EUR', 25.5), ('FR', 'France', 'EUR', 20),
  ('GB', 'United Kingdom', 'GBP', 20), ('IE', 'Ireland', 'EUR', 23), ('IL', 'Israel', 'ILS', 18),
  ('IS', 'Iceland', 'ISK', 24), ('IT', 'Italy', 'EUR', 22), ('JP', 'Japan', 'JPY', 10),
  ('NL', 'Netherlands', 'EUR', 21), ('NO', 'Norway', 'NOK', 25), ('PL', 'Poland', 'PLN', 23),
  ('PT', 'Portugal', 'EUR', 23), ('SE', 'Sweden', 'SEK', 25);

CREATE TEMP TABLE words AS SELECT
  jsonb('["Ada", "Amélie", "Björn", "Chloé", "Daniel", "Élise", "Emma", "Freya", "Grace", "Hugo", "Inès", "Ingrid",
    "Jakub", "Jón", "José", "Katarzyna", "Lars", "Liam", "Lucía", "Maja", "Matteo", "Noa", "Oskar", "Sigríður",
    "Søren", "Tomáš", "Zoë", "健太", "さくら", "נועה", "איתן"]') AS first_names,
  jsonb('["Andersen", "Bakker", "Bianchi", "Brennan", "da Silva", "de Vries", "Dubois", "Dvořák", "Fernández",
    "García", "Hopper", "Jónsdóttir", "Korhonen", "Lefèvre", "López", "Lovelace", "MacLeod", "Müller", "Nowak",
    "O''Brien", "Rossi", "Schneider", "Smith", "Svensson", "van Dijk", "Wójcik", "Ødegård", "田中", "כהן"]') AS last_names,
  jsonb('["High Street", "Mill Lane", "Park Avenue", "Harbour View", "Lindenallee", "Bahnhofstraße", "Rue de la Gare",
    "Calle Mayor", "Via Roma", "Storgatan", "Dorpsstraat"]') AS streets,
  jsonb('["Vienna", "Graz", "Ghent", "Zürich", "Brno", "Hamburg", "Leipzig", "Aarhus", "Valencia", "Tampere", "Lyon",
    "Bristol", "Leeds", "Cork", "Haifa", "Reykjavík", "Bologna", "Kyoto", "Utrecht", "Bergen", "Kraków", "Porto",
    "Malmö"]') AS cities,
  jsonb('["Kitchen", "Garden", "Office", "Travel", "Sports", "Lighting", "Audio", "Toys"]') AS departments,
  jsonb('["Basics", "Premium", "Outdoor", "Gifts", "Spare parts"]') AS shelves,
  jsonb('["Compact", "Folding", "Classic", "Sturdy", "Silent", "Oak", "Steel", "Ceramic", "Recycled", "Nordic",
    "Everyday", "Deluxe", "Wireless"]') AS qualities,
  jsonb('["Kettle", "Lamp", "Backpack", "Chair", "Desk", "Speaker", "Bottle", "Notebook", "Umbrella", "Toaster",
    "Watering Can", "Tent", "Racket", "Headphones", "Puzzle", "Clock", "Shelf"]') AS things,
  jsonb('["black", "white", "red", "green", "blue", "sand"]') AS colours,
  jsonb('["Broke after a week", "Not what I hoped for", "Does its job", "Good value", "Would buy again"]') AS verdicts,
  jsonb('["The delivery was quick and the parcel well packed.", "The colour is a little darker than in the picture.",
    "We use it every day.", "Our dog likes it too 🐕.", "The manual could be better, the thing itself is fine.",
    "A gift for my mother, who is delighted ❤️.",
    "It squeaks. Support answered within an hour and sent another."]') AS remarks,
  jsonb('["Prefers to be called in the afternoon.", "Asked for an invoice with a VAT number.",
    "Moved house in spring;\nold address still on file.", "", "Speaks French and German."]') AS notes,
  (SELECT jsonb_group_array(code) FROM countries) AS countries;

INSERT INTO stores
SELECT n, (cities ->> n) || iif(n % 2, ' Station', ' Centre'), countries ->> (a % 20), printf('%02d:30:00', 7 + n % 3),
  '19:00:00', printf('POINT(%.4f %.4f)', a % 300000 / 1e4 - 8, b % 240000 / 1e4 + 38),
  printf('02:00:5e:10:00:%02x', n), printf('P%dD', 1 + n % 4)
FROM dice, words WHERE n <= 12;

INSERT INTO categories
SELECT d.key * 6 + 1, NULL, d.value FROM words, json_each(departments) AS d
UNION ALL
SELECT d.key * 6 + s.key + 2, d.key * 6 + 1, d.value || ' · ' || s.value
FROM words, json_each(departments) AS d, json_each(shelves) AS s
ORDER BY 1;

INSERT INTO products
SELECT n, 1 + c % 48, printf('WH-%05d', n), name || ', ' || colour,
  iif(n % 9, name || ' in ' || colour || '. ' || (remarks ->> (c % 7)), NULL),
  (200 + b % 19800) / 100.0, iif(n % 11, (50 + c % 9950) / 1000.0, NULL), n % 13 > 0,
  json_object('colour', colour, 'warranty_years', 1 + n % 5, 'tags', json_array('new', json(iif(n % 2, 'false', 'true')))),
  iif(n % 4, NULL, unhex(printf('%08x%08x%08x%08x%08x%08x', a, b, c, c, b, a))),
  iif(n % 10, 4000000000000 + a % 1000000000, NULL), date('2023-01-02', printf('%d days', c % 500))
FROM (
  SELECT *, (qualities ->> (a % 13)) || ' ' || (things ->> (b % 17)) AS name, colours ->> (a / 13 % 6) AS colour
  FROM dice, words WHERE n <= 1000
);

INSERT INTO customers
SELECT n, printf('%08x-%04x-4%03x-%04x-%012x', a, b % 65536, c % 4096, 32768 + c % 16384, a * 99991 + b),
  first_names ->> iif(n % 60, a % 27, 27 + a % 4), last_names ->> iif(n % 60, b % 27, 27 + b % 2), printf('customer%d@example.com', n),
  iif(a % 3, printf('+44 20 7946 %04d', b % 1000), NULL), countries ->> (c % 20),
  iif(b % 5, date('2001-02-05', printf('-%d days', c % 18000)), NULL), iif(c % 7, b % 2, NULL),
  iif(b % 3, a % 50 * 100, NULL), iif(a % 4, json_object('language', 'en', 'theme', iif(a / 8 % 2, 'light', 'dark')), NULL),
  iif(b % 4, printf('192.0.2.%d', 1 + a % 254), NULL), iif(b % 11, NULL, notes ->> (c % 5)),
  datetime('2023-01-02 06:00', printf('%d days', b % 1000), printf('%d seconds', a % 57600))
FROM dice, words WHERE n <= 12000;

INSERT INTO addresses
SELECT n, iif(n <= 12000, n, 1 + a % 12000),
  CASE WHEN n <= 12000 OR b % 3 = 0 THEN 'home' WHEN b % 3 = 1 THEN 'work' ELSE 'billing' END,
  printf('%d %s', 1 + b % 180, streets ->> (c % 11)), printf('%05d', a % 100000), cities ->> (b % 23),
  countries ->> (a % 20)
FROM dice, words WHERE n <= 13000;

-- Every order has one to four lines, each of its own throw.
INSERT INTO order_items
SELECT o.n, l.value, 1 + min(i.a % 1000, i.b % 1000), 1 + i.c % 3, p.price
FROM dice AS o
JOIN json_each('[1, 2, 3, 4]') AS l ON l.value <= 1 + o.a % 4
JOIN dice AS i ON i.n = o.n * 4 + l.value
JOIN products AS p ON p.id = 1 + min(i.a % 1000, i.b % 1000)
WHERE o.n <= 36000
ORDER BY o.n, l.value;

-- Later orders have later times, as they would.
INSERT INTO orders
SELECT n, 1 + a % 12000, iif(c % 4, NULL, 1 + b % 12), status, datetime(day, printf('%d seconds', b % 57600)),
  iif(status IN ('shipped', 'delivered'), date(day, printf('%d days', 1 + c % 4)), NULL), b % 11 = 0,
  (SELECT round(sum(line_total), 2) FROM order_items WHERE order_id = n),
  iif(a % 19, NULL, 'Please leave it with the neighbours.')
FROM (
  SELECT *, datetime('2023-01-02 06:00', printf('%d days', n / 36.001)) AS day,
    CASE WHEN b % 17 = 0 THEN 'cancelled' WHEN n < 35280 THEN 'delivered'
      ELSE '["pending", "paid", "shipped"]' ->> (c % 3) END AS status
  FROM dice WHERE n <= 36000
);

INSERT INTO payments
SELECT id, id, iif(a % 5, 'card', 'transfer'), total,
  printf('%08x-%04x-4%03x-%04x-%012x', b, a % 65536, c % 4096, 32768 + c % 16384, b * 99991 + a),
  datetime(ordered_at, printf('%d seconds', c % 7200))
FROM orders JOIN dice ON n = id WHERE status IN ('paid', 'shipped', 'delivered');

-- As many as make 200,000 rows of all tables together.
INSERT INTO reviews
SELECT n, 1 + a % 1000, 1 + b % 12000, rating, verdicts ->> (rating - 1), iif(a / 5000 % 3, remarks ->> (c % 7), NULL),
  datetime('2023-01-02 06:00', printf('%d days', c % 1000), printf('%d seconds', b % 57600))
FROM (SELECT *, 1 + max(a / 1000 % 5, c / 1000 % 5) AS rating FROM dice), words
WHERE n <= 200000 - 20 - 12 - 48 - 1000 - 12000 - 13000 - 36000
  - (SELECT count(*) FROM order_items) - (SELECT count(*) FROM payments);

CREATE INDEX customers_last_name ON customers (last_name, first_name);

CREATE INDEX addresses_customer_id ON addresses (customer_id);

CREATE INDEX products_category_id ON products (category_id);

CREATE INDEX orders_customer_id ON orders (customer_id);

CREATE INDEX orders_ordered_at ON orders (ordered_at);

CREATE INDEX orders_open ON orders (status) WHERE status IN ('pending', 'paid');

CREATE INDEX order_items_product_id ON order_items (product_id);

CREATE INDEX payments_order_id ON payments (order_id);

CREATE INDEX reviews_product_id ON reviews (product_id);

CREATE VIEW order_overview AS
SELECT o.id, o.ordered_at, o.status, c.first_name || ' ' || c.last_name AS customer, n.name AS country, o.total
FROM orders AS o
JOIN customers AS c ON c.id = o.customer_id
JOIN countries AS n ON n.code = c.country_code;

CREATE VIEW best_sellers AS
SELECT p.id, p.name, sum(i.quantity) AS sold, sum(i.line_total) AS revenue
FROM order_items AS i
JOIN products AS p ON p.id = i.product_id
GROUP BY p.id
ORDER BY sold DESC;

CREATE VIEW monthly_revenue AS
SELECT strftime('%Y-%m', ordered_at) AS month, count(*) AS orders, round(sum(total), 2) AS revenue
FROM orders
WHERE status <> 'cancelled'
GROUP BY month
ORDER BY month;

ANALYZE;
