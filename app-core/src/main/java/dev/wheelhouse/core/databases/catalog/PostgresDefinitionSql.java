package dev.wheelhouse.core.databases.catalog;

/**
 * What a table itself consists of, as text of SQL: each query answers rows of one text, each a statement or a part of
 * one, for the table whose {@code oid} is the only parameter. Names are qualified as far as {@code search_path} is
 * empty. Columns of the catalogue that version 12 lacks are read through {@code to_jsonb}.
 */
final class PostgresDefinitionSql {

    static final String RELATION = """
        select c.oid, c.relkind::text as kind, c.relispartition as is_partition,
               pg_catalog.format('%I.%I', n.nspname, c.relname) as name,
               case when c.relpersistence = 'u' then 'UNLOGGED ' else '' end as persistence,
               case when c.reloftype <> 0 then ' OF ' || pg_catalog.format_type(c.reloftype, null) else '' end as of_type,
               ' WITH (' || pg_catalog.array_to_string(
                   c.reloptions || (select pg_catalog.array_agg('toast.' || o)
                                    from pg_catalog.pg_class t cross join pg_catalog.unnest(t.reloptions) o
                                    where t.oid = c.reltoastrelid), ', ') || ')' as options,
               case when c.relkind = 'p' then pg_catalog.pg_get_partkeydef(c.oid) end as partition_key,
               pg_catalog.pg_get_expr(c.relpartbound, c.oid) as bound,
               case when c.relkind in ('v', 'm') then pg_catalog.pg_get_viewdef(c.oid) end as query,
               c.relispopulated as is_populated,
               (select pg_catalog.string_agg(pg_catalog.format('%I.%I', pn.nspname, p.relname), ', ' order by i.inhseqno)
                from pg_catalog.pg_inherits i
                join pg_catalog.pg_class p on p.oid = i.inhparent
                join pg_catalog.pg_namespace pn on pn.oid = p.relnamespace
                where i.inhrelid = c.oid) as parents,
               (select ' SERVER ' || pg_catalog.quote_ident(s.srvname) || coalesce(' OPTIONS ('
                       || (select pg_catalog.string_agg(pg_catalog.format('%I %L', o.option_name, o.option_value), ', ')
                           from pg_catalog.pg_options_to_table(f.ftoptions) o) || ')', '')
                from pg_catalog.pg_foreign_table f
                join pg_catalog.pg_foreign_server s on s.oid = f.ftserver
                where f.ftrelid = c.oid) as server
        from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ? and c.relname = ? and c.relkind in ('r', 'v', 'm', 'f', 'p')
        """;

    /** Sequences that a column's default takes its numbers from, and that go with the table. */
    static final String SEQUENCES = """
        select pg_catalog.format('CREATE %sSEQUENCE %I.%I AS %s INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s',
                   case when q.relpersistence = 'u' then 'UNLOGGED ' else '' end, n.nspname, q.relname,
                   pg_catalog.format_type(s.seqtypid, null), s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache)
               || case when s.seqcycle then ' CYCLE' else '' end
        from pg_catalog.pg_depend d
        join pg_catalog.pg_class q on q.oid = d.objid and q.relkind = 'S'
        join pg_catalog.pg_namespace n on n.oid = q.relnamespace
        join pg_catalog.pg_sequence s on s.seqrelid = q.oid
        where d.refobjid = ? and d.refclassid = 'pg_catalog.pg_class'::regclass
          and d.classid = 'pg_catalog.pg_class'::regclass and d.deptype = 'a'
        order by q.relname collate "C"
        """;

    /** Names of the sequences whose state can be read, those of identities included. */
    static final String READABLE_SEQUENCES = """
        select pg_catalog.format('%I.%I', n.nspname, q.relname), s.seqstart
        from pg_catalog.pg_depend d
        join pg_catalog.pg_class q on q.oid = d.objid and q.relkind = 'S'
        join pg_catalog.pg_namespace n on n.oid = q.relnamespace
        join pg_catalog.pg_sequence s on s.seqrelid = q.oid
        where d.refobjid = ? and d.refclassid = 'pg_catalog.pg_class'::regclass
          and d.classid = 'pg_catalog.pg_class'::regclass and d.deptype in ('a', 'i')
          and pg_catalog.has_schema_privilege(n.oid, 'USAGE') and pg_catalog.has_sequence_privilege(q.oid, 'SELECT')
          and (q.relpersistence = 'p' or not pg_catalog.pg_is_in_recovery())
        order by q.relname collate "C"
        """;

    /**
     * What each column {@code a} of a table {@code c} has for a default, its parents' beside it. A partition is made
     * with columns of its own before it is attached, so it takes nothing from its parent.
     */
    private static final String WITH_DEFAULTS = """
        join pg_catalog.pg_class c on c.oid = a.attrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        join pg_catalog.pg_type t on t.oid = a.atttypid
        left join lateral (select pg_catalog.pg_get_expr(e.adbin, e.adrelid) as text
                           from pg_catalog.pg_attrdef e
                           where e.adrelid = a.attrelid and e.adnum = a.attnum) own on true
        left join lateral (select pa.attgenerated::text as generated, pg_catalog.pg_get_expr(e.adbin, e.adrelid) as text
                           from pg_catalog.pg_inherits i
                           join pg_catalog.pg_attribute pa on pa.attrelid = i.inhparent and pa.attname = a.attname
                           join pg_catalog.pg_attrdef e on e.adrelid = pa.attrelid and e.adnum = pa.attnum
                           where i.inhrelid = a.attrelid and not c.relispartition
                           order by i.inhseqno limit 1) inherited on true
        """;

    /**
     * Columns of parents come from those. A partition's identity has no sequence of its own: it comes with its parent's.
     * Since version 18 a column is NOT NULL by a constraint, which has a name and need not be inherited.
     */
    static final String COLUMNS = """
        select pg_catalog.quote_ident(a.attname)
            || case when c.reloftype <> 0 then ' WITH OPTIONS'
                    else ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod)
                         || coalesce((select ' OPTIONS (' || pg_catalog.string_agg(
                                                 pg_catalog.format('%I %L', o.option_name, o.option_value), ', ') || ')'
                                      from pg_catalog.pg_options_to_table(a.attfdwoptions) o), '')
                         || case when a.attcollation <> 0 and a.attcollation <> t.typcollation
                                 then ' COLLATE ' || (select pg_catalog.format('%I.%I', cn.nspname, o.collname)
                                                      from pg_catalog.pg_collation o
                                                      join pg_catalog.pg_namespace cn on cn.oid = o.collnamespace
                                                      where o.oid = a.attcollation)
                                 else '' end
                    end
            || case when a.attgenerated::text <> '' and a.attgenerated::text = inherited.generated
                         and own.text = inherited.text
                    then ''
                    when a.attgenerated::text <> ''
                    then ' GENERATED ALWAYS AS (' || own.text || ')'
                         || case a.attgenerated::text when 's' then ' STORED' else ' VIRTUAL' end
                    when identity.text is not null
                    then case a.attidentity::text when 'a' then ' GENERATED ALWAYS' else ' GENERATED BY DEFAULT' end
                         || identity.text
                    when own.text is not null then ' DEFAULT ' || own.text
                    when inherited.text is not null then ' DEFAULT NULL'
                    else '' end
            || case when not a.attnotnull or refused.oid is not null and not refused.convalidated then ''
                    when refused.oid is null
                         or refused.conname = c.relname || '_' || a.attname || '_not_null' and not refused.connoinherit
                    then case when refused.conislocal or refused.oid is null or c.relispartition then ' NOT NULL' else '' end
                    when refused.conislocal or c.relispartition
                    then pg_catalog.format(' CONSTRAINT %I NOT NULL', refused.conname)
                         || case when refused.connoinherit then ' NO INHERIT' else '' end
                    else '' end
        from pg_catalog.pg_attribute a
        """ + WITH_DEFAULTS + """
        left join lateral (select pg_catalog.format(
                                      ' AS IDENTITY (SEQUENCE NAME %I.%I INCREMENT BY %s MINVALUE %s MAXVALUE %s'
                                          || ' START WITH %s CACHE %s%s)',
                                      qn.nspname, q.relname, s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
                                      case when s.seqcycle then ' CYCLE' else '' end) as text
                           from pg_catalog.pg_depend d
                           join pg_catalog.pg_class q on q.oid = d.objid and q.relkind = 'S'
                           join pg_catalog.pg_namespace qn on qn.oid = q.relnamespace
                           join pg_catalog.pg_sequence s on s.seqrelid = q.oid
                           where a.attidentity::text <> '' and d.refobjid = a.attrelid and d.refobjsubid = a.attnum
                             and d.deptype = 'i' and d.classid = 'pg_catalog.pg_class'::regclass
                             and d.refclassid = 'pg_catalog.pg_class'::regclass) identity on true
        left join pg_catalog.pg_constraint refused
            on refused.conrelid = a.attrelid and refused.contype = 'n' and refused.conkey = array[a.attnum]
        where a.attrelid = ? and a.attnum > 0 and not a.attisdropped and (a.attislocal or c.relispartition)
          and (c.reloftype = 0 or a.attnotnull or own.text is not null)
        order by a.attnum
        """;

    /**
     * What rows are held against from the start; what is not validated comes behind the rows, which need not hold to it.
     * A partition has to have its parent's constraints before it is attached (ALTER TABLE, "ATTACH PARTITION").
     */
    static final String CONSTRAINTS = """
        select pg_catalog.format('CONSTRAINT %I %s', o.conname, pg_catalog.pg_get_constraintdef(o.oid))
        from pg_catalog.pg_constraint o
        join pg_catalog.pg_class c on c.oid = o.conrelid
        where o.conrelid = ?
          and (o.contype in ('p', 'u', 'x')
               or o.contype = 'c' and o.convalidated and (o.conislocal or c.relispartition)
               or o.contype = 'n' and o.convalidated and o.conislocal and not c.relispartition
                  and exists (select from pg_catalog.pg_attribute a
                              where a.attrelid = o.conrelid and a.attnum = o.conkey[1] and not a.attislocal))
        order by o.contype <> 'p', o.conname collate "C"
        """;

    /** Without those of constraints. Those of a partition are there before it is attached, and so keep their names. */
    static final String INDEXES = """
        with indexes as (
            select x.oid, x.relname, pg_catalog.format('%I.%I', n.nspname, x.relname) as name, x.reloptions,
                   exists (select from pg_catalog.pg_constraint o
                           where o.conindid = i.indexrelid and o.conrelid = i.indrelid
                             and o.contype in ('p', 'u', 'x')) as is_constraint
            from pg_catalog.pg_index i
            join pg_catalog.pg_class x on x.oid = i.indexrelid
            join pg_catalog.pg_namespace n on n.oid = x.relnamespace
            where i.indrelid = ? and i.indislive and (i.indisvalid or x.relkind = 'I'))
        select statement from (
            select 1 as place, relname, pg_catalog.pg_get_indexdef(oid) as statement
            from indexes where not is_constraint
            union all
            select 2, relname, 'ALTER INDEX ' || name || ' SET (' || pg_catalog.array_to_string(reloptions, ', ') || ')'
            from indexes where is_constraint and reloptions is not null
            union all
            select 3, x.relname, pg_catalog.format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', x.name, a.attnum,
                                                   a.attstattarget)
            from indexes x
            join pg_catalog.pg_attribute a on a.attrelid = x.oid and a.attstattarget >= 0
        ) all_of_it
        order by place, relname collate "C", statement collate "C"
        """;

    /**
     * What CREATE cannot say about the table, its columns and its sequences. Debian's PostgreSQL 17.12 keeps a {@code pg_attver} of
     * its own among the options of every column; other servers refuse it, and pg_dump of 17.12 leaves it out too.
     */
    static final String SETTINGS = """
        with asked as (select ?::oid as id),
        columns as (
            select a.attnum, c.relkind, a.attislocal or c.relispartition as is_own, a.attnotnull, a.attgenerated, t.typstorage,
                   a.attstorage, a.attstattarget,
                   (select pg_catalog.string_agg(o, ', ' order by place)
                    from pg_catalog.unnest(a.attoptions) with ordinality as options(o, place)
                    where o !~ '^pg_') as options, own.text as own, inherited.text as inherited,
                   pg_catalog.to_jsonb(a) ->> 'attcompression' as compression,
                   pg_catalog.current_setting('server_version_num')::int < 180000
                       and not exists (select from pg_catalog.pg_inherits i
                                       join pg_catalog.pg_attribute pa on pa.attrelid = i.inhparent
                                           and pa.attname = a.attname and pa.attnotnull
                                       where i.inhrelid = a.attrelid) as decides_not_null,
                   pg_catalog.format('ALTER TABLE ONLY %I.%I ALTER COLUMN %I ', n.nspname, c.relname, a.attname) as altered
            from pg_catalog.pg_attribute a
        """ + WITH_DEFAULTS + """
            where a.attrelid = (select id from asked) and a.attnum > 0 and not a.attisdropped),
        tables as (
            select c.oid, c.relkind, c.relreplident, pg_catalog.format('ALTER TABLE ONLY %I.%I ', n.nspname, c.relname) as altered
            from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where c.oid = (select id from asked)),
        sequences as (
            select d.deptype, q.relpersistence, d.refobjsubid, pg_catalog.format('ALTER SEQUENCE %I.%I ', n.nspname, q.relname) as altered
            from pg_catalog.pg_depend d
            join pg_catalog.pg_class q on q.oid = d.objid and q.relkind = 'S'
            join pg_catalog.pg_namespace n on n.oid = q.relnamespace
            where d.refobjid = (select id from asked) and d.refclassid = 'pg_catalog.pg_class'::regclass
              and d.classid = 'pg_catalog.pg_class'::regclass and d.deptype in ('a', 'i'))
        select statement from (
            select 1 as place, attnum, altered || case when own is null then 'DROP DEFAULT' else 'SET DEFAULT ' || own end
                as statement
            from columns
            where (relkind = 'v' or not is_own) and attgenerated::text = '' and own is distinct from inherited
            union all
            select 2, attnum, altered || 'SET NOT NULL'
            from columns where not is_own and attnotnull and decides_not_null
            union all
            select 3, attnum, altered || 'SET STATISTICS ' || attstattarget from columns where attstattarget >= 0
            union all
            select 4, attnum, altered || 'SET STORAGE ' || case attstorage when 'p' then 'PLAIN' when 'e' then 'EXTERNAL'
                                                               when 'm' then 'MAIN' else 'EXTENDED' end
            from columns where attstorage <> typstorage and relkind <> 'v'
            union all
            select 5, attnum, altered || 'SET COMPRESSION ' || case compression when 'p' then 'pglz' else 'lz4' end
            from columns where compression in ('p', 'l')
            union all
            select 6, attnum, altered || 'SET (' || options || ')' from columns where options is not null
            union all
            select 7, 0, t.altered || 'CLUSTER ON ' || pg_catalog.quote_ident(x.relname)
            from tables t
            join pg_catalog.pg_index i on i.indrelid = t.oid and i.indisclustered
            join pg_catalog.pg_class x on x.oid = i.indexrelid
            union all
            select 8, 0, t.altered || 'REPLICA IDENTITY '
                       || case t.relreplident when 'n' then 'NOTHING' when 'f' then 'FULL'
                                              else 'USING INDEX ' || pg_catalog.quote_ident(x.relname) end
            from tables t
            left join pg_catalog.pg_index i on i.indrelid = t.oid and i.indisreplident
            left join pg_catalog.pg_class x on x.oid = i.indexrelid
            where t.relkind in ('r', 'p', 'm')
              and (t.relreplident in ('n', 'f') or t.relreplident = 'i' and x.oid is not null)
            union all
            select 9, 0, pg_catalog.pg_get_statisticsobjdef(s.oid)
            from pg_catalog.pg_statistic_ext s where s.stxrelid = (select id from asked)
            union all
            select 10, 0, pg_catalog.format('ALTER STATISTICS %I.%I SET STATISTICS %s', n.nspname, s.stxname,
                                            pg_catalog.to_jsonb(s) ->> 'stxstattarget')
            from pg_catalog.pg_statistic_ext s join pg_catalog.pg_namespace n on n.oid = s.stxnamespace
            where s.stxrelid = (select id from asked) and (pg_catalog.to_jsonb(s) ->> 'stxstattarget')::int >= 0
            union all
            select 11, s.refobjsubid, s.altered || pg_catalog.format('OWNED BY %I.%I.%I', n.nspname, c.relname, a.attname)
            from sequences s
            join pg_catalog.pg_class c on c.oid = (select id from asked)
            join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = s.refobjsubid
            where s.deptype = 'a'
            union all
            select 12, s.refobjsubid, s.altered || case s.relpersistence when 'u' then 'SET UNLOGGED' else 'SET LOGGED' end
            from sequences s
            join pg_catalog.pg_class c on c.oid = (select id from asked)
            where s.deptype = 'i' and s.relpersistence <> c.relpersistence
              and pg_catalog.current_setting('server_version_num')::int >= 150000
        ) all_of_it
        order by place, attnum, statement collate "C"
        """;

    static final String PARTITIONS = """
        select n.nspname, c.relname
        from pg_catalog.pg_inherits i
        join pg_catalog.pg_class c on c.oid = i.inhrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where i.inhparent = ? and c.relispartition
        order by n.nspname collate "C", c.relname collate "C"
        """;

    private PostgresDefinitionSql() {}
}
