import { Label, Slider as AriaSlider, SliderFill, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components'
import * as classes from './classes.ts'

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
  unit?: 'minute' | 'percent'
}

export function Slider({ label, value, onChange, min, max, step = 1, unit }: SliderProps) {
  return (
    <AriaSlider
      value={value}
      onChange={onChange}
      minValue={min}
      maxValue={max}
      step={step}
      className="grid grid-cols-[1fr_auto] gap-x-3"
      {...(unit && { formatOptions: { style: 'unit', unit, unitDisplay: 'short' } })}
    >
      <Label className={classes.label}>{label}</Label>
      <SliderOutput className="text-caption font-strong tabular-nums" />
      <SliderBar />
    </AriaSlider>
  )
}

/** Track and thumb, in a React Aria slider. */
export function SliderBar() {
  return (
    <SliderTrack className="col-span-2 flex h-9 items-center on-touch:h-11">
      <div className="relative h-1 w-full overflow-hidden rounded-full bg-line">
        <SliderFill className="bg-accent" />
      </div>
      <SliderThumb className="top-1/2 size-5 cursor-grab rounded-full border-2 border-accent bg-raised shadow-pop outline-none data-dragging:cursor-grabbing data-focus-visible:focus-ring" />
    </SliderTrack>
  )
}
