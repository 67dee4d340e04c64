export { DayPlan } from './DayPlan.tsx'
export { NextInPlan } from './NextInPlan.tsx'
export { PlanPicker } from './PlanPicker.tsx'
