PRAGMA application_id = 1196444487;
PRAGMA user_version = 10400;
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', NULL),
  ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84"]', 'longitude and latitude');
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
  description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geometry PRIMARY KEY (table_name, column_name),
  CONSTRAINT one_geometry UNIQUE (table_name));
CREATE TABLE wells (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT, depth MEDIUMINT, owner TEXT(40));
INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('wells', 'features', 'wells', 4326);
INSERT INTO gpkg_geometry_columns VALUES ('wells', 'geom', 'POINT', 4326, 0, 0);
INSERT INTO wells (geom, depth, owner) VALUES
  (x'47500001e6100000010100000000000000000024400000000000004940', 12, 'north'), (NULL, 40, NULL);
CREATE VIRTUAL TABLE rtree_wells_geom USING rtree (id, minx, maxx, miny, maxy);
INSERT INTO rtree_wells_geom VALUES (1, 10, 10, 50, 50);
CREATE TRIGGER rtree_wells_geom_delete AFTER DELETE ON wells WHEN old.geom IS NOT NULL
  BEGIN DELETE FROM rtree_wells_geom WHERE id = old.fid; END;
