import { useId } from 'react'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import * as classes from '#web/ui/theme/classes.ts'

interface SliderProps extends SliderBarProps {
  label: string
  unit?: 'minute' | 'percent'
}

export function Slider({ label, unit, ...bar }: SliderProps) {
  const { language } = useTranslation()
  const id = useId()
  const format = new Intl.NumberFormat(toLocale(language), unit && { style: 'unit', unit, unitDisplay: 'short' })
  const text = format.format(bar.value)
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3">
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <output htmlFor={id} className="text-caption font-strong tabular-nums">
        {text}
      </output>
      <div className="col-span-2">
        <SliderBar {...bar} id={id} aria-valuetext={text} />
      </div>
    </div>
  )
}

interface SliderBarProps {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
}

interface NamedBarProps extends SliderBarProps {
  id?: string
  'aria-label'?: string
  'aria-valuetext'?: string
}

/** Track and thumb, drawn below a transparent range input. */
export function SliderBar({ value, onChange, min, max, ...input }: NamedBarProps) {
  const share = (Math.min(max, Math.max(min, value)) - min) / (max - min)
  // The centre of the thumb, which stays inside the track.
  const center = `calc(${share * 100}% + ${(0.5 - share) * THUMB_REM}rem)`
  return (
    <div className="relative flex h-9 items-center on-touch:h-11">
      <div className="h-1 w-full overflow-hidden rounded-full bg-line">
        <div style={{ width: center }} className="h-full bg-accent" />
      </div>
      <input
        {...input}
        type="range"
        value={value}
        min={min}
        max={max}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <div
        style={{ left: center }}
        className="pointer-events-none absolute top-1/2 size-5 -translate-1/2 rounded-full border-2 border-accent bg-raised shadow-pop peer-focus-visible:focus-ring"
      />
    </div>
  )
}

const THUMB_REM = 1.25
