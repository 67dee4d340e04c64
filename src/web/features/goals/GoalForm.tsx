import { type FormEvent, type ReactNode, useState } from 'react'
import { firstWeekday } from '#core/formats.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatDate } from '#web/ui/display/format-date.ts'
import { Switch } from '#web/ui/fields/Switch.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import styles from './goal-form.module.css'
import { type GoalFields, setUniform, toFields, toTargets } from './goal-form.ts'
import type { GoalTargets } from './queries.ts'
import { TargetFields } from './TargetFields.tsx'

interface GoalFormProps {
  label: string
  goal: GoalTargets
  isBusy: boolean
  failure: unknown
  onSave: (targets: GoalTargets) => void
  onCancel: () => void
  /** Undefined if there is no goal yet. */
  onRemove: (() => void) | undefined
}

const DAY_LIMITS = { maxHours: 24, maxSessions: 100 }
const WEEK_LIMITS = { maxHours: 168, maxSessions: 700 }

/** What a day and a week should reach. */
export function GoalForm({ label, goal, isBusy, failure, onSave, onCancel, onRemove }: GoalFormProps) {
  const { t } = useTranslation()
  const [fields, setFields] = useState(() => toFields(goal))
  const change = (part: Partial<GoalFields>) => setFields({ ...fields, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(toTargets(fields))
  }
  return (
    <form noValidate aria-label={label} onSubmit={submit} className="grid gap-4.5 pt-2 pb-1">
      <Part title={t('settings.goals.eachDay')}>
        {fields.isUniform ? (
          <>
            <TargetFields target={fields.day} {...DAY_LIMITS} onChange={(day) => change({ day })} />
            <WorkDays workDays={fields.workDays} onChange={(workDays) => change({ workDays })} />
          </>
        ) : (
          <Days days={fields.days} onChange={(days) => change({ days })} />
        )}
        <Switch isSelected={!fields.isUniform} onChange={(isApart) => setFields(setUniform(fields, !isApart))}>
          {t('settings.goals.differs')}
        </Switch>
      </Part>
      <Part title={t('settings.goals.eachWeek')}>
        <TargetFields target={fields.week} {...WEEK_LIMITS} onChange={(week) => change({ week })} />
      </Part>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {failure === null ? undefined : errorMessage(failure, t, 'settings.failed.update')}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('settings.save')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        {onRemove !== undefined && (
          <Button variant="ghost" onClick={onRemove} className="ml-auto">
            {t('settings.goals.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid gap-3">
    <legend className="mb-2 text-secondary font-strong">{title}</legend>
    {children}
  </fieldset>
)

/** Any Monday. */
const MONDAY = '2024-01-01'

/** The weekdays from 0 for Monday, in the order of the user's week. */
function useWeekdays() {
  const { language } = useTranslation()
  const first = firstWeekday(useFormats()) - 1
  return Array.from({ length: 7 }, (_, index) => {
    const weekday = (first + index) % 7
    const nameOf = (length: 'short' | 'long') => formatDate(shiftDate(MONDAY, weekday), language, { weekday: length })
    return { weekday, short: nameOf('short'), long: nameOf('long') }
  })
}

/** A button for each weekday. Days that are not pressed are rest days. */
function WorkDays({ workDays, onChange }: { workDays: boolean[]; onChange: (workDays: boolean[]) => void }) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('settings.goals.workDays')} className={styles['weekdays']}>
      {useWeekdays().map(({ weekday, short, long }) => (
        <button
          key={weekday}
          type="button"
          aria-label={long}
          aria-pressed={workDays[weekday]}
          onClick={() => onChange(replaceAt(workDays, weekday, !workDays[weekday]))}
          className={`${styles['weekday']} h-8.5 min-w-0 cursor-pointer rounded-control border border-line text-caption font-medium text-ink-3 transition-colors hover:border-line-strong on-touch:h-11`}
        >
          {short}
        </button>
      ))}
    </div>
  )
}

function Days({ days, onChange }: { days: GoalFields['days']; onChange: (days: GoalFields['days']) => void }) {
  return useWeekdays().map(({ weekday, long }) => (
    <div key={weekday} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden="true" className="w-24 text-secondary max-sm:w-full">
        {long}
      </span>
      <TargetFields
        name={long}
        target={days[weekday]!}
        {...DAY_LIMITS}
        onChange={(target) => onChange(replaceAt(days, weekday, target))}
      />
    </div>
  ))
}

/** `Array.prototype.with`, which browsers have only since 2023. */
const replaceAt = <Item,>(items: readonly Item[], position: number, item: Item) =>
  items.map((each, index) => (index === position ? item : each))
