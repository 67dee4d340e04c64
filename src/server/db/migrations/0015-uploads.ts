/**
 * Files that users send in parts, and from which an import can be continued. The content of a part is compressed and
 * written in base64, because all columns are text or bigint.
 */
export const uploads = [
  `create table uploads (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    file_name text not null,
    bytes bigint not null,
    modified_at bigint,
    created_at bigint not null,
    active_at bigint not null,
    primary key (user_id, id)
  )`,
  `create index uploads_active on uploads (active_at)`,
  `create table upload_parts (
    user_id text not null,
    upload_id text not null,
    number bigint not null,
    content text not null,
    primary key (user_id, upload_id, number),
    foreign key (user_id, upload_id) references uploads (user_id, id) on delete cascade
  )`,
  `alter table imports add column upload_id text`,
  `alter table imports add column query text`,
]
