import { Minus, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button, Group, Input, Label, NumberField, type NumberFieldRenderProps } from 'react-aria-components'
import * as classes from '#web/ui/theme/classes.ts'
import { AriaFieldNote } from './AriaFieldNote.tsx'
import type { FieldText } from './FieldFrame.tsx'
import { SliderBar } from './Slider.tsx'

interface RangeFieldProps extends FieldText {
  name?: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  unit?: 'minute'
}

const PAGE_STEP = 5

/** A number field with a slider. The arrow keys step by one, Page Up and Page Down by five. */
export function RangeField({ label, value, onChange, min, max, unit, help, error, name }: RangeFieldProps) {
  return (
    <NumberField
      value={value}
      onChange={onChange}
      minValue={min}
      maxValue={max}
      isInvalid={error !== undefined}
      className="grid grid-cols-[1fr_9rem] gap-x-5 gap-y-1.5"
      {...(unit !== undefined && { formatOptions: { style: 'unit', unit, unitDisplay: 'short' } })}
    >
      {({ state }) => (
        <>
          <Label className={`${classes.label} col-span-2`}>{label}</Label>
          <SliderBar aria-label={label} value={value || min} onChange={onChange} min={min} max={max} />
          <Group className={`${classes.controlGroup} pr-1`}>
            <Input
              onKeyDownCapture={(event) => stepByPage(event, state)}
              className="min-w-0 flex-1 bg-transparent tabular-nums outline-none"
              {...(name !== undefined && { name })}
            />
            <Button slot="decrement" className={classes.fieldButton}>
              <Minus size={15} aria-hidden="true" />
            </Button>
            <Button slot="increment" className={classes.fieldButton}>
              <Plus size={15} aria-hidden="true" />
            </Button>
          </Group>
          <div className="col-span-2">
            <AriaFieldNote help={help} error={error} />
          </div>
        </>
      )}
    </NumberField>
  )
}

function stepByPage(event: KeyboardEvent<HTMLInputElement>, state: NumberFieldRenderProps['state']) {
  const direction = { PageUp: 1, PageDown: -1 }[event.key]
  if (direction === undefined) return
  event.preventDefault()
  event.stopPropagation()
  // Start from the typed text, which may not be committed yet.
  flushSync(() => state.commit())
  const typed = Number.parseInt(event.currentTarget.value, 10)
  state.setNumberValue(
    Math.min(state.maxValue ?? Infinity, Math.max(state.minValue ?? 0, (typed || 0) + direction * PAGE_STEP)),
  )
}
