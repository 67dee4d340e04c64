import plan from './plan.json'
import reminders from './reminders.json'

/** Texts of the plan of the day and of reminders. */
export const texts = { plan, reminders }
