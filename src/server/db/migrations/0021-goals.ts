/** Daily and weekly goals. A goal counts from its first day until the next one of the same project, or of all work. */
export const goals = [
  `create table goals (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    project_id text,
    first_day text not null,
    targets text not null,
    primary key (user_id, id),
    foreign key (user_id, project_id) references projects (user_id, id) on delete cascade
  )`,
]
