/** Long breaks of presets, and which phases begin by themselves, as JSON. */
export const timerChoices = [
  `alter table timer_presets add column long_break_minutes bigint`,
  `alter table timer_presets add column long_break_every bigint`,
  `alter table users add column auto_start text`,
]
