package dev.wheelhouse.core.databases.catalog;

/** What is added to a table that is there, by queries as {@link PostgresDefinitionSql} has them. */
final class PostgresDefinitionLaterSql {

    /** What refuses or changes rows, but held for none that were there before: these come behind the rows. */
    static final String BEHIND_ROWS = """
        with asked as (
            select c.oid as id, pg_catalog.format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity, c.relforcerowsecurity
            from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where c.oid = ?),
        triggers as (
            select t.oid, t.tgname, t.tgenabled, p.tgenabled as parents,
                   not t.tgisinternal and coalesce(pg_catalog.to_jsonb(t) ->> 'tgparentid', '0') = '0' as is_own
            from pg_catalog.pg_trigger t
            left join pg_catalog.pg_trigger p on p.oid = (pg_catalog.to_jsonb(t) ->> 'tgparentid')::oid
            where t.tgrelid = (select id from asked)
              and not exists (select from pg_catalog.pg_constraint o where o.oid = t.tgconstraint and o.contype = 'f'))
        select statement from (
            select 1 as place, o.conname as name,
                   pg_catalog.format('ALTER TABLE %s ADD CONSTRAINT %I %s', a.name, o.conname,
                                     pg_catalog.pg_get_constraintdef(o.oid)) as statement
            from pg_catalog.pg_constraint o join asked a on a.id = o.conrelid
            where o.contype = 'f' and o.conparentid = 0
               or o.contype in ('c', 'n') and o.conislocal and not o.convalidated
            union all
            select 2, t.tgname, pg_catalog.pg_get_triggerdef(t.oid) from triggers t where t.is_own
            union all
            select 3, t.tgname, pg_catalog.format('ALTER TABLE %s %s TRIGGER %I', a.name,
                       case t.tgenabled when 'D' then 'DISABLE' when 'R' then 'ENABLE REPLICA' when 'A' then 'ENABLE ALWAYS'
                                        else 'ENABLE' end, t.tgname)
            from triggers t cross join asked a
            where t.is_own and t.tgenabled <> 'O' or t.tgenabled <> t.parents
            union all
            select 4, r.rulename, pg_catalog.rtrim(pg_catalog.pg_get_ruledef(r.oid), ';')
            from pg_catalog.pg_rewrite r where r.ev_class = (select id from asked) and r.rulename <> '_RETURN'
            union all
            select 5, r.rulename, pg_catalog.format('ALTER TABLE %s %s RULE %I', a.name,
                       case r.ev_enabled when 'D' then 'DISABLE' when 'R' then 'ENABLE REPLICA' else 'ENABLE ALWAYS' end,
                       r.rulename)
            from pg_catalog.pg_rewrite r join asked a on a.id = r.ev_class
            where r.ev_enabled <> 'O'
            union all
            select 6, '', pg_catalog.format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name) from asked where relrowsecurity
            union all
            select 7, '', pg_catalog.format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name) from asked where relforcerowsecurity
            union all
            select 8, p.polname,
                   pg_catalog.format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', p.polname, a.name,
                       case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end,
                       case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE'
                                     when 'd' then 'DELETE' else 'ALL' end,
                       (select pg_catalog.string_agg(
                                   case when r = 0 then 'PUBLIC' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(r)) end,
                                   ', ')
                        from pg_catalog.unnest(p.polroles) r))
                       || coalesce(' USING (' || pg_catalog.pg_get_expr(p.polqual, p.polrelid) || ')', '')
                       || coalesce(' WITH CHECK (' || pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')
            from pg_catalog.pg_policy p join asked a on a.id = p.polrelid
        ) all_of_it
        order by place, name collate "C", statement collate "C"
        """;

    /** Of other tables; these go with a table that is dropped with {@code CASCADE}. */
    static final String REFERENCES = """
        select pg_catalog.format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', n.nspname, c.relname, o.conname,
                                 pg_catalog.pg_get_constraintdef(o.oid))
        from pg_catalog.pg_constraint o
        join pg_catalog.pg_class c on c.oid = o.conrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where o.confrelid = ? and o.conrelid <> o.confrelid and o.contype = 'f' and o.conparentid = 0
        order by c.relname collate "C", o.conname collate "C"
        """;

    /** Keys of partitions that come with their parent's get other names, so what was said of those is left out. */
    static final String COMMENTS = """
        with asked as (
            select c.oid as id, n.nspname, pg_catalog.format('%I.%I', n.nspname, c.relname) as name, c.relkind
            from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where c.oid = ?),
        subjects as (
            select 1 as place, 'pg_catalog.pg_class'::regclass as class, a.id as oid, 0 as part,
                   case a.relkind when 'v' then 'VIEW ' when 'm' then 'MATERIALIZED VIEW ' when 'f' then 'FOREIGN TABLE '
                                  else 'TABLE ' end || a.name as subject
            from asked a
            union all
            select 2, 'pg_catalog.pg_class'::regclass, a.id, c.attnum,
                   'COLUMN ' || a.name || '.' || pg_catalog.quote_ident(c.attname)
            from asked a join pg_catalog.pg_attribute c on c.attrelid = a.id and c.attnum > 0
            union all
            select 3, 'pg_catalog.pg_constraint'::regclass, o.oid, 0, pg_catalog.format('CONSTRAINT %I ON %s', o.conname, a.name)
            from asked a join pg_catalog.pg_constraint o on o.conrelid = a.id and (o.contype <> 'f' or o.conparentid = 0)
            union all
            select 4, 'pg_catalog.pg_class'::regclass, x.oid, 0, pg_catalog.format('INDEX %I.%I', a.nspname, x.relname)
            from asked a
            join pg_catalog.pg_index i on i.indrelid = a.id and i.indislive
            join pg_catalog.pg_class x on x.oid = i.indexrelid and (i.indisvalid or x.relkind = 'I')
            union all
            select 5, 'pg_catalog.pg_class'::regclass, q.oid, 0, pg_catalog.format('SEQUENCE %I.%I', n.nspname, q.relname)
            from asked a
            join pg_catalog.pg_depend d on d.refobjid = a.id and d.refclassid = 'pg_catalog.pg_class'::regclass
                and d.classid = 'pg_catalog.pg_class'::regclass and d.deptype in ('a', 'i')
            join pg_catalog.pg_class q on q.oid = d.objid and q.relkind = 'S'
            join pg_catalog.pg_namespace n on n.oid = q.relnamespace
            union all
            select 6, 'pg_catalog.pg_statistic_ext'::regclass, s.oid, 0,
                   pg_catalog.format('STATISTICS %I.%I', n.nspname, s.stxname)
            from asked a
            join pg_catalog.pg_statistic_ext s on s.stxrelid = a.id
            join pg_catalog.pg_namespace n on n.oid = s.stxnamespace
            union all
            select 7, 'pg_catalog.pg_trigger'::regclass, t.oid, 0, pg_catalog.format('TRIGGER %I ON %s', t.tgname, a.name)
            from asked a join pg_catalog.pg_trigger t on t.tgrelid = a.id
            union all
            select 8, 'pg_catalog.pg_rewrite'::regclass, r.oid, 0, pg_catalog.format('RULE %I ON %s', r.rulename, a.name)
            from asked a join pg_catalog.pg_rewrite r on r.ev_class = a.id
            union all
            select 9, 'pg_catalog.pg_policy'::regclass, p.oid, 0, pg_catalog.format('POLICY %I ON %s', p.polname, a.name)
            from asked a join pg_catalog.pg_policy p on p.polrelid = a.id)
        select pg_catalog.format('COMMENT ON %s IS %L', s.subject, d.description)
        from subjects s
        join pg_catalog.pg_description d on d.classoid = s.class and d.objoid = s.oid and d.objsubid = s.part
        order by s.place, s.subject collate "C"
        """;

    /** Grantors other than the owner are left out: what they granted is granted by the owner. */
    static final String OWNER_AND_RIGHTS = """
        with asked as (
            select c.oid, n.nspname, c.relname, c.relowner, c.relacl, c.relkind,
                   '' as kind, pg_catalog.acldefault('r', c.relowner) as usual
            from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where c.oid = ?),
        granted as (
            select * from asked
            union all
            select q.oid, n.nspname, q.relname, q.relowner, q.relacl, q.relkind, 'SEQUENCE ',
                   pg_catalog.acldefault('s', q.relowner)
            from pg_catalog.pg_depend d
            join pg_catalog.pg_class q on q.oid = d.objid and q.relkind = 'S'
            join pg_catalog.pg_namespace n on n.oid = q.relnamespace
            where d.refobjid = (select oid from asked) and d.refclassid = 'pg_catalog.pg_class'::regclass
              and d.classid = 'pg_catalog.pg_class'::regclass and d.deptype in ('a', 'i')),
        subjects as (
            select g.*, pg_catalog.format('%s%I.%I', g.kind, g.nspname, g.relname) as name,
                   not exists (select from pg_catalog.unnest(g.usual) u where not g.relacl @> u) as owner_has_all
            from granted g where g.relacl is not null),
        rights as (
            select s.name, s.relowner, s.owner_has_all, p.grantee, p.is_grantable, p.privilege_type, '' as columns
            from subjects s cross join lateral pg_catalog.aclexplode(s.relacl) p
            union all
            select pg_catalog.format('%I.%I', s.nspname, s.relname), s.relowner, false, p.grantee, p.is_grantable, p.privilege_type,
                   ' (' || pg_catalog.quote_ident(a.attname) || ')'
            from asked s
            join pg_catalog.pg_attribute a on a.attrelid = s.oid and not a.attisdropped
            cross join lateral pg_catalog.aclexplode(a.attacl) p)
        select statement from (
            select 1 as place, '' as name, pg_catalog.format('ALTER TABLE %I.%I OWNER TO %I', nspname, relname,
                                                             pg_catalog.pg_get_userbyid(relowner)) as statement
            from asked
            union all
            select 2, s.stxname, pg_catalog.format('ALTER STATISTICS %I.%I OWNER TO %I', n.nspname, s.stxname,
                                                   pg_catalog.pg_get_userbyid(s.stxowner))
            from pg_catalog.pg_statistic_ext s
            join pg_catalog.pg_namespace n on n.oid = s.stxnamespace
            where s.stxrelid = (select oid from asked)
            union all
            select 3, s.name, pg_catalog.format('REVOKE ALL ON %s FROM %I', s.name, pg_catalog.pg_get_userbyid(s.relowner))
            from subjects s where not s.owner_has_all
            union all
            select 4, r.name, pg_catalog.format('GRANT %s%s ON %s TO %s%s', r.privilege_type, r.columns, r.name,
                       case when r.grantee = 0 then 'PUBLIC'
                            else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(r.grantee)) end,
                       case when r.is_grantable then ' WITH GRANT OPTION' else '' end)
            from rights r where r.grantee <> r.relowner or not r.owner_has_all
        ) all_of_it
        order by place, name collate "C", statement collate "C"
        """;

    private PostgresDefinitionLaterSql() {}
}
