/** Saved views of reports that are shared by a secret link, at most one for each view. */
export const sharedReports = [
  `create table shared_reports (
    user_id text not null references users (id) on delete cascade,
    view_id text not null,
    secret_hash text not null,
    secret text not null,
    shows_clients bigint not null,
    shows_tasks bigint not null,
    shows_tags bigint not null,
    shows_entries bigint not null,
    shows_notes bigint not null,
    first_day text,
    last_day text,
    zone text not null,
    password_hash text,
    expires_at bigint,
    views bigint not null,
    viewed_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (user_id, view_id),
    foreign key (user_id, view_id) references report_views (user_id, id) on delete cascade
  )`,
]
