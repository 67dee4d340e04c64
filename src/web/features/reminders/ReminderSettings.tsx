import { type ReactNode, useState } from 'react'
import type { Reminders } from '#contract/reminders/reminders.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { lazyPart } from '#web/ui/feedback/lazy-component.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { useReminders } from './useReminders.ts'

/** Reminders are off at first, and then need no times. */
const TimeField = lazyPart(() => import('#web/ui/date/TimeField.tsx').then((module) => ({ default: module.TimeField })))

/** Reminders of the account. Each shows its details while it is on. */
export function ReminderSettings() {
  const { current, change, failure } = useReminders()
  if (failure !== undefined) return <LoadError {...failure} />
  if (current === undefined) return <Skeleton rows={4} />
  return (
    <div>
      <NotStarted current={current} change={change} />
      <OutsideHours current={current} change={change} />
      <LongStopwatch current={current} change={change} />
      <IdleReturnSetting current={current} change={change} />
    </div>
  )
}

interface PartProps {
  current: Reminders
  change: (fields: Partial<Reminders>) => void
}

function NotStarted({ current: { notStarted }, change }: PartProps) {
  const { t } = useTranslation()
  const set = (fields: Partial<Reminders['notStarted']>) => change({ notStarted: { ...notStarted, ...fields } })
  return (
    <Part name="notStarted" isOn={notStarted.isOn} onToggle={(isOn) => set({ isOn })}>
      <Time label={t('settings.reminders.by')} minute={notStarted.minute} onChange={(minute) => set({ minute })} />
      <Weekdays value={notStarted.weekdays} onChange={(weekdays) => set({ weekdays })} />
    </Part>
  )
}

function OutsideHours({ current: { outsideHours }, change }: PartProps) {
  const { t } = useTranslation()
  const { isOn, weekdays, from, to } = outsideHours
  /** Hours that end before they start are shown with an error, and are not saved. */
  const [wrong, setWrong] = useState<Hours>()
  const hours = wrong ?? { from, to }
  const set = (fields: Partial<Reminders['outsideHours']>) => change({ outsideHours: { ...outsideHours, ...fields } })
  const setHours = (part: Partial<Hours>) => {
    const next = { ...hours, ...part }
    setWrong(next.from < next.to ? undefined : next)
    if (next.from < next.to) set(next)
  }
  return (
    <Part name="outsideHours" isOn={isOn} onToggle={(isOn) => set({ isOn })}>
      <Time label={t('settings.reminders.from')} minute={hours.from} onChange={(from) => setHours({ from })} />
      <Time
        label={t('settings.reminders.to')}
        minute={hours.to}
        error={wrong && t('settings.reminders.endsFirst')}
        // Midnight is the end of the day.
        onChange={(to) => setHours({ to: to === 0 ? DAY_MINUTES : to })}
      />
      <Weekdays value={weekdays} onChange={(weekdays) => set({ weekdays })} />
    </Part>
  )
}

function LongStopwatch({ current: { longStopwatch }, change }: PartProps) {
  const { t } = useTranslation()
  const { isOn, hours, isMailed } = longStopwatch
  const set = (fields: Partial<Reminders['longStopwatch']>) =>
    change({ longStopwatch: { ...longStopwatch, ...fields } })
  return (
    <Part name="longStopwatch" isOn={isOn} onToggle={(isOn) => set({ isOn })}>
      <Amount
        label={t('settings.reminders.after')}
        value={hours}
        unit="hour"
        min={1}
        max={24}
        onChange={(hours) => set({ hours })}
      />
      <div className="py-2">
        <Checkbox isSelected={isMailed} onChange={(isMailed) => set({ isMailed })}>
          {t('settings.reminders.mail')}
        </Checkbox>
      </div>
    </Part>
  )
}

function IdleReturnSetting({ current: { idleReturn }, change }: PartProps) {
  const { t } = useTranslation()
  const { isOn, minutes } = idleReturn
  const set = (fields: Partial<Reminders['idleReturn']>) => change({ idleReturn: { ...idleReturn, ...fields } })
  return (
    <Part name="idleReturn" isOn={isOn} onToggle={(isOn) => set({ isOn })}>
      <Amount
        label={t('settings.reminders.away')}
        value={minutes}
        unit="minute"
        min={5}
        max={240}
        onChange={(minutes) => set({ minutes })}
      />
    </Part>
  )
}

interface SettingProps {
  name: 'notStarted' | 'outsideHours' | 'longStopwatch' | 'idleReturn'
  isOn: boolean
  onToggle: (isOn: boolean) => void
  /** Details, shown while it is on. */
  children: ReactNode
}

function Part({ name, isOn, onToggle, children }: SettingProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <Switch isSelected={isOn} onChange={onToggle} help={t(`settings.reminders.${name}Help`)}>
        {t(`settings.reminders.${name}`)}
      </Switch>
      {isOn && <div className="flex flex-wrap items-end gap-x-5 gap-y-3">{children}</div>}
    </div>
  )
}

type Hours = Pick<Reminders['outsideHours'], 'from' | 'to'>
const DAY_MINUTES = 24 * 60

interface TimeProps {
  label: string
  minute: number
  error?: string | undefined
  onChange: (minute: number) => void
}

function Time({ label, minute, error, onChange }: TimeProps) {
  const value = `${two(Math.floor((minute % DAY_MINUTES) / 60))}:${two(minute % 60)}`
  const change = (time: string | null) => {
    const [hours = NaN, minutes = NaN] = (time ?? '').split(':').map(Number)
    if (!Number.isNaN(hours + minutes)) onChange(hours * 60 + minutes)
  }
  return (
    <div className={error === undefined ? 'w-32' : 'w-full'}>
      <TimeField label={label} value={value} error={error} onChange={change} />
    </div>
  )
}

const two = (number: number) => String(number).padStart(2, '0')

interface AmountProps {
  label: string
  value: number
  unit: 'hour' | 'minute'
  min: number
  max: number
  onChange: (value: number) => void
}

const Amount = ({ onChange, ...field }: AmountProps) => (
  <div className="w-44 [&_input]:w-0">
    <NumberField {...field} onChange={(value) => !Number.isNaN(value) && onChange(value)} />
  </div>
)

const MONDAY = '2024-01-01'

function Weekdays({ value, onChange }: { value: readonly number[]; onChange: (weekdays: number[]) => void }) {
  const { t, language } = useTranslation()
  const toggle = (day: number, isOn: boolean) =>
    onChange(isOn ? [...value, day].toSorted((a, b) => a - b) : value.filter((one) => one !== day))
  return (
    <div role="group" aria-label={t('settings.reminders.days')} className="flex w-full flex-wrap gap-x-4 gap-y-1.5">
      {[1, 2, 3, 4, 5, 6, 7].map((day) => (
        <Checkbox key={day} isSelected={value.includes(day)} onChange={(isOn) => toggle(day, isOn)}>
          {formatDate(shiftDate(MONDAY, day - 1), language, { weekday: 'short' })}
        </Checkbox>
      ))}
    </div>
  )
}
