/** Users who get the review of each week by mail, and when the next one is due. */
export const weekReviewMails = [
  `create table week_review_mails (
    user_id text not null references users (id) on delete cascade,
    zone text not null,
    due_at bigint not null,
    primary key (user_id)
  )`,
  `create index week_review_mails_due on week_review_mails (due_at)`,
]
