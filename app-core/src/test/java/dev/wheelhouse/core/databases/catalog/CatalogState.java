package dev.wheelhouse.core.databases.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What the catalogue says of the relations of a schema, without numbers that differ between databases. */
final class CatalogState {

    private static final String STATE = """
        with tables as (
            select c.* from pg_class c
            where c.relnamespace = ?::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')),
        facts as (
            select 'class' as kind, c.relname::text as name,
                   to_jsonb(c) - array['oid', 'relnamespace', 'reltype', 'reloftype', 'relfilenode', 'reltoastrelid',
                                       'relpages', 'reltuples', 'relallvisible', 'relallfrozen', 'relfrozenxid',
                                       'relminmxid', 'relnatts', 'relacl', 'relpartbound']
                   || jsonb_build_object('of', c.reloftype::regtype, 'bound', pg_get_expr(c.relpartbound, c.oid),
                          'toast', (select t.reloptions from pg_class t where t.oid = c.reltoastrelid),
                          'view', case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
                          'key', case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end,
                          'comment', obj_description(c.oid, 'pg_class'),
                          'rights', (select array_agg(a::text order by a::text) from unnest(c.relacl) a)) as state
            from tables c
            union all
            select 'column', c.relname || '.' || a.attname,
                   to_jsonb(a) - array['attrelid', 'attnum', 'atttypid', 'attcollation', 'attmissingval', 'atthasmissing', 'attcacheoff', 'attacl', 'attoptions']
                   || jsonb_build_object('options', (select array_agg(o) from unnest(a.attoptions) o where o !~ '^pg_'), 'type', a.atttypid::regtype, 'collation', (select l.collname from pg_collation l where l.oid = a.attcollation),
                          'place', (select count(*) from pg_attribute b
                                    where b.attrelid = a.attrelid and b.attnum between 1 and a.attnum and not b.attisdropped),
                          'default', (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
                                      where d.adrelid = a.attrelid and d.adnum = a.attnum),
                          'comment', col_description(a.attrelid, a.attnum),
                          'rights', (select array_agg(r::text order by r::text) from unnest(a.attacl) r))
            from tables c join pg_attribute a on a.attrelid = c.oid
            where a.attnum > 0 and not a.attisdropped and c.relkind <> 'S'
            union all
            select 'parent', c.relname || ' of ' || i.inhparent::regclass, to_jsonb(i.inhseqno)
            from tables c join pg_inherits i on i.inhrelid = c.oid
            union all
            select 'constraint', c.relname || '.' || case when o.contype = 'f' and o.conparentid <> 0 then '' else o.conname end,
                   jsonb_build_object('text', pg_get_constraintdef(o.oid), 'local', o.conislocal, 'inherited', o.coninhcount,
                          'no inherit', o.connoinherit and o.contype in ('c', 'n'), 'validated', o.convalidated, 'enforced', to_jsonb(o) -> 'conenforced',
                          'comment', obj_description(o.oid, 'pg_constraint'))
            from tables c join pg_constraint o on o.conrelid = c.oid
            union all
            select 'index', x.relname::text,
                   to_jsonb(i) - array['indexrelid', 'indrelid', 'indkey', 'indclass', 'indcollation', 'indexprs', 'indpred', 'indcheckxmin']
                   || jsonb_build_object('text', pg_get_indexdef(i.indexrelid), 'options', x.reloptions,
                          'parent', (select h.inhparent::regclass from pg_inherits h where h.inhrelid = x.oid),
                          'statistics', (select jsonb_agg(a.attstattarget order by a.attnum) from pg_attribute a
                                         where a.attrelid = x.oid),
                          'comment', obj_description(x.oid, 'pg_class'))
            from tables c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
            union all
            select 'trigger', c.relname || '.' || t.tgname,
                   jsonb_build_object('text', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled,
                          'parent', (select p.tgrelid::regclass from pg_trigger p where p.oid = (to_jsonb(t) ->> 'tgparentid')::oid),
                          'comment', obj_description(t.oid, 'pg_trigger'))
            from tables c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
            union all
            select 'rule', c.relname || '.' || r.rulename,
                   jsonb_build_object('text', pg_get_ruledef(r.oid), 'enabled', r.ev_enabled,
                          'comment', obj_description(r.oid, 'pg_rewrite'))
            from tables c join pg_rewrite r on r.ev_class = c.oid
            union all
            select 'policy', c.relname || '.' || p.polname,
                   to_jsonb(p) - array['oid', 'polrelid', 'polqual', 'polwithcheck']
                   || jsonb_build_object('using', pg_get_expr(p.polqual, p.polrelid),
                          'check', pg_get_expr(p.polwithcheck, p.polrelid),
                          'comment', obj_description(p.oid, 'pg_policy'))
            from tables c join pg_policy p on p.polrelid = c.oid
            union all
            select 'statistics', s.stxname::text,
                   jsonb_build_object('text', pg_get_statisticsobjdef(s.oid), 'target', to_jsonb(s) -> 'stxstattarget',
                          'owner', s.stxowner::regrole, 'comment', obj_description(s.oid, 'pg_statistic_ext'))
            from tables c join pg_statistic_ext s on s.stxrelid = c.oid
            union all
            select 'sequence', c.relname::text,
                   to_jsonb(s) - 'seqrelid'
                   || jsonb_build_object('owned', (select d.deptype::text || ' ' || d.refobjid::regclass || d.refobjsubid from pg_depend d
                          where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
            from tables c join pg_sequence s on s.seqrelid = c.oid
            union all
            select 'foreign', c.relname::text, jsonb_build_object('options', f.ftoptions, 'server', s.srvname)
            from tables c join pg_foreign_table f on f.ftrelid = c.oid join pg_foreign_server s on s.oid = f.ftserver)
        select kind || ' ' || name || ' ' || state as fact
        from facts order by kind collate "C", name collate "C", state::text collate "C"
        """;

    private CatalogState() {}

    /** @return a line for each thing that there is, in an order of names */
    static List<String> of(Connection connection, String schema) throws SQLException {
        return Rows.list(connection, STATE, row -> row.getString(1), schema);
    }
}
