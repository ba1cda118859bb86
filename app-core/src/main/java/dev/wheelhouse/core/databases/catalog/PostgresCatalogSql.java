package dev.wheelhouse.core.databases.catalog;

/**
 * The questions to PostgreSQL's catalogues. Every relation and function is named with its schema, so that a search path
 * cannot put another one in its place.
 */
final class PostgresCatalogSql {

    private PostgresCatalogSql() {}

    /**
     * Before version 14 a table that was never analysed says 0 rows in 0 pages; since then it says -1 (release notes of
     * 14). Names that begin with {@code pg_} are kept for the system (chapter 5.10.5).
     */
    static final String TABLES = """
        select n.nspname, c.relname, c.relkind::text,
               case when c.relkind = 'v' or c.reltuples < 0 then null
                    when c.reltuples = 0 and c.relpages = 0
                         and pg_catalog.current_setting('server_version_num')::int < 140000 then null
                    else c.reltuples::bigint end,
               d.description
        from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        left join pg_catalog.pg_description d
               on d.objoid = c.oid and d.classoid = 'pg_catalog.pg_class'::regclass and d.objsubid = 0
        where c.relkind in ('r', 'v', 'm', 'f', 'p')
          and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        order by n.nspname collate "C", c.relname collate "C"
        limit ?
        """;

    /**
     * A column is not null only by a constraint that was checked for the rows that are there: version 18 knows NOT NULL
     * NOT VALID. A domain's NOT NULL does not count, because such a column can still come to hold nulls (CREATE DOMAIN,
     * notes).
     *
     * <p>A type can be compared when a default B-tree operator class exists for it, for its kind, or for a type that it
     * is the same as in memory (chapter 36.16.3); but for those of names of objects (regclass and its like), which are the
     * same as oid: beside them the server reads a text as a number, not as a name. Composite types are left out: no input function reads an anonymous
     * record.
     */
    static final String COLUMNS = """
        select c.oid, a.attname as name,
               pg_catalog.format_type(a.atttypid, a.atttypmod) as data_type,
               base.typname as base_name, base.typtype::text as base_kind,
               base.is_array,
               not a.attnotnull or exists (
                 select from pg_catalog.pg_constraint nn
                 where nn.conrelid = c.oid and nn.contype = 'n' and not nn.convalidated
                   and nn.conkey = array[a.attnum]) as nullable,
               case when a.attgenerated = ''
                    then pg_catalog.pg_get_expr(ad.adbin, ad.adrelid) end as default_value,
               exists (
                 select from pg_catalog.pg_index i
                 where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey::int2[])
               ) as in_primary_key,
               a.attidentity <> 'a' and a.attgenerated = '' as writable,
               base.compared_as in (select o.opcintype from pg_catalog.pg_opclass o
                                    join pg_catalog.pg_am m on m.oid = o.opcmethod
                                    where m.amname = 'btree' and o.opcdefault)
               or exists (
                 select from pg_catalog.pg_cast k
                 join pg_catalog.pg_opclass o on o.opcintype = k.casttarget and o.opcdefault
                 join pg_catalog.pg_am m on m.oid = o.opcmethod and m.amname = 'btree'
                 where k.castsource = base.compared_as and k.castmethod = 'b' and k.castcontext = 'i'
                   and k.casttarget <> 'pg_catalog.oid'::pg_catalog.regtype
               ) as comparable
        from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_catalog.pg_attrdef ad on ad.adrelid = c.oid and ad.adnum = a.attnum
        left join lateral (
          with recursive chain as (
            select t.oid, t.typname, t.typtype, t.typbasetype, t.typelem
            from pg_catalog.pg_type t where t.oid = a.atttypid
            union all
            select t.oid, t.typname, t.typtype, t.typbasetype, t.typelem
            from chain join pg_catalog.pg_type t on t.oid = chain.typbasetype
            where chain.typtype = 'd')
          select chain.typname, chain.typtype, e.oid is not null as is_array,
                 case coalesce(e.typtype, chain.typtype)
                   when 'e' then 'pg_catalog.anyenum'::regtype::oid
                   when 'r' then 'pg_catalog.anyrange'::regtype::oid
                   when 'm' then pg_catalog.to_regtype('pg_catalog.anymultirange')::oid
                   when 'c' then null
                   else coalesce(case when e.typtype = 'd' then e.typbasetype else e.oid end, chain.oid)
                 end as compared_as
          from chain left join pg_catalog.pg_type e on e.oid = chain.typelem and e.typarray = chain.oid
          where chain.typtype <> 'd') base on true
        where n.nspname = ? and c.relname = ? and c.relkind in ('r', 'v', 'm', 'f', 'p')
        order by a.attnum
        """;

    /** Columns that an index only carries along (INCLUDE) are not among its columns. */
    static final String INDEXES = """
        select ic.relname as name, i.indisunique as is_unique, i.indisprimary as is_primary,
               i.indisvalid and i.indimmediate and i.indpred is null and i.indexprs is null as usable,
               array(
                 select coalesce(a.attname::text, pg_catalog.pg_get_indexdef(i.indexrelid, k, true))
                 from pg_catalog.generate_series(1, i.indnkeyatts::int) k
                 left join pg_catalog.pg_attribute a
                        on a.attrelid = i.indrelid and a.attnum = i.indkey[k - 1] and a.attnum <> 0
                 order by k) as columns
        from pg_catalog.pg_index i
        join pg_catalog.pg_class ic on ic.oid = i.indexrelid
        where i.indrelid = ?::oid
        order by ic.relname collate "C"
        """;

    /** A reference to a partitioned table has one more constraint for each partition; only the declared one is listed. */
    private static final String DECLARED_FOREIGN_KEYS = """
        select f.conrelid::text as oid, f.conname as name,
               array(select a.attname::text
                     from pg_catalog.unnest(f.conkey) with ordinality k(number, position)
                     join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
                     order by k.position) as columns,
               rn.nspname as ref_schema, rc.relname as ref_table,
               array(select a.attname::text
                     from pg_catalog.unnest(f.confkey) with ordinality k(number, position)
                     join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number
                     order by k.position) as ref_columns
        from pg_catalog.pg_constraint f
        join pg_catalog.pg_class rc on rc.oid = f.confrelid
        join pg_catalog.pg_namespace rn on rn.oid = rc.relnamespace
        where f.contype = 'f'
          and not exists (
            select from pg_catalog.pg_constraint parent
            where parent.oid = f.conparentid and parent.conrelid = f.conrelid)
        """;

    /** Of one table. */
    static final String FOREIGN_KEYS =
            DECLARED_FOREIGN_KEYS + " and f.conrelid = ?::oid order by f.conname collate \"C\"";

    /** Of every table. */
    static final String ALL_FOREIGN_KEYS = DECLARED_FOREIGN_KEYS + " order by f.conname collate \"C\" limit 100000";

    static final String ENUM_LABELS = """
        with recursive chain as (
          select t.oid, t.typtype, t.typbasetype
          from pg_catalog.pg_class c
          join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          join pg_catalog.pg_type t on t.oid = a.atttypid
          where n.nspname = ? and c.relname = ? and a.attname = ?
          union all
          select t.oid, t.typtype, t.typbasetype
          from chain join pg_catalog.pg_type t on t.oid = chain.typbasetype
          where chain.typtype = 'd')
        select e.enumlabel from chain join pg_catalog.pg_enum e on e.enumtypid = chain.oid
        order by e.enumsortorder
        """;
}
