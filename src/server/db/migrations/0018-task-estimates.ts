/** How much work a task is expected to take: focus sessions, or minutes. */
export const taskEstimates = [
  `alter table tasks add column estimate_unit text`,
  `alter table tasks add column estimate_amount bigint`,
]
