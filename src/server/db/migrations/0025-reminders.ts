/** What users want to be reminded of, as JSON, and when a server looks next whether a reminder is due. */
export const reminders = [
  `alter table users add column reminders text`,
  `create table reminder_schedule (
    user_id text not null primary key references users (id) on delete cascade,
    due_at bigint,
    sent text not null
  )`,
  `create index reminder_schedule_due on reminder_schedule (due_at)`,
]
