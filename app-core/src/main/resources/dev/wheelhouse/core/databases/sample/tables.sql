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
