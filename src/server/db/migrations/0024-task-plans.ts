/** The place of a task in the plan of the day; null if it is not planned. */
export const taskPlans = [
  `alter table tasks add column planned_sessions bigint`,
  `alter table tasks add column plan_position bigint`,
  `alter table tasks add column planned_at bigint`,
]
