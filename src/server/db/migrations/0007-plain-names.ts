/** Names tables and columns by the words of docs/glossary.md. Servers of the version before cannot use them. */
export const plainNames = [
  `alter table letters rename to emails`,
  `drop index letters_due`,
  `create index emails_due on emails (due_at)`,
  `alter table import_things rename to import_records`,
  `alter table import_records rename column thing_id to record_id`,
  `alter table session_overrides rename to focus_session_overrides`,
  `alter table focus_session_overrides rename column session_key to focus_session_key`,
  `alter table time_entries rename column session_key to focus_session_key`,
  `alter table timers rename column settled_at to saved_until`,
  `alter table timers rename column plain_seen_at to legacy_seen_at`,
]
