/**
 * The queue of emails is named after what it holds.
 *
 * During a rolling upgrade, servers of the version before still use the name `letters`. On PostgreSQL a view accepts their
 * reads and writes; a migration of a later version may drop it. A SQLite file has one server at a time and needs no view.
 */
export const emails = [
  `alter table letters rename to emails`,
  `drop index letters_due`,
  `create index emails_due on emails (due_at)`,
  { postgres: `alter index letters_pkey rename to emails_pkey` },
  { postgres: `alter table emails rename constraint letters_user_id_fkey to emails_user_id_fkey` },
  { postgres: `create view letters as select * from emails` },
]
