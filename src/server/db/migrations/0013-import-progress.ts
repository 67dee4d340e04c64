/** How far an import has come, and when it was last seen working. */
export const importProgress = [
  `alter table imports add column file_rows bigint not null default 0`,
  `alter table imports add column read_rows bigint not null default 0`,
  `alter table imports add column active_at bigint not null default 0`,
]
