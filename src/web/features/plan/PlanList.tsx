import { useDragOrder } from './useDragOrder.ts'
import { PlanRow } from './PlanRow.tsx'
import type { DayPlanState } from './useDayPlan.ts'

/** The tasks of the plan. A row moves by its handle: with the pointer, or with the arrow keys. */
export function PlanList({ plan }: { plan: DayPlanState }) {
  const { items, move } = plan
  const { list, order, handleOf } = useDragOrder(items, move)
  return (
    <ol ref={list} className="pb-2">
      {order.map((item, index) => (
        <PlanRow key={item.task.id} item={item} plan={plan} handle={handleOf(item, index)} />
      ))}
    </ol>
  )
}
