-- Splits every table of user data into partitions by hash of the user, on one PostgreSQL (12 or newer), in one transaction:
-- either all tables are split, or nothing is changed. Stop all nodes first, and make a backup: the rows are copied, so the
-- disk needs room for them once more. Tables that belong to no user stay as they are.
--
--   PGOPTIONS='-c ritmo.partitions=32' psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/postgres/partition-by-user.sql
--
-- Names of tables, keys and indexes stay the same, so Ritmo runs on them, and migrates them, as before. Partitions are called
-- TABLE_p0, TABLE_p1 and so on. Run it as the role that Ritmo uses, which owns the new tables.
do $$
declare
  partitions int := coalesce(nullif(current_setting('ritmo.partitions', true), ''), '16')::int;
  own_schema regnamespace := current_schema()::text::regnamespace;
  user_tables oid[];
  foreign_keys text[];
  definitions text[];
  statement text;
  entry record;
begin
  -- A table belongs to users if its primary key starts with the user. Primary keys of `users` are users.
  user_tables := array(
    select t.oid from pg_class t
    join pg_index key on key.indrelid = t.oid and key.indisprimary
    join pg_attribute c on c.attrelid = t.oid and c.attnum = key.indkey[0]
    where t.relnamespace = own_schema and t.relkind = 'r' and not t.relispartition
      and (c.attname = 'user_id' or t.relname = 'users')
  );
  foreign_keys := array(
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid = any(user_tables)
  );
  for entry in
    select conrelid::regclass as name, conname from pg_constraint where contype = 'f' and conrelid = any(user_tables)
  loop
    execute format('alter table %s drop constraint %I', entry.name, entry.conname);
  end loop;

  for entry in select oid, relname as name from pg_class where oid = any(user_tables) order by relname loop
    definitions := array(
      select format('alter table %I add constraint %I %s', entry.name, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = entry.oid and contype in ('p', 'u')
      union all
      select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = entry.oid and not exists (select from pg_constraint where conindid = indexrelid)
    );
    execute format('alter table %I rename to %I', entry.name, entry.name || '_whole');
    execute format('create table %I (like %I including defaults including constraints) partition by hash (%I)',
      entry.name, entry.name || '_whole', case entry.name when 'users' then 'id' else 'user_id' end);
    for number in 0 .. partitions - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s)',
        entry.name || '_p' || number, entry.name, partitions, number);
    end loop;
    execute format('insert into %I select * from %I', entry.name, entry.name || '_whole');
    execute format('drop table %I', entry.name || '_whole');
    foreach statement in array definitions loop
      execute statement;
    end loop;
  end loop;

  foreach statement in array foreign_keys loop
    execute statement;
  end loop;
end $$;
