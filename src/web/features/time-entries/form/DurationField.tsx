import { useState } from 'react'
import { readDuration, writeDuration } from '#core/time-entries/duration-text.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { useSelectOnFocus } from '#web/ui/fields/useSelectOnFocus.ts'

interface DurationFieldProps {
  milliseconds: number | undefined
  /** Called with undefined while the typed text is not a duration. */
  onChange: (milliseconds: number | undefined) => void
  error: string | undefined
  autoFocus: boolean
}

/**
 * Accepts the usual notations: 1:30, 1h30, 90m, 1.5 or 45. It is written with colons whatever format the user has chosen,
 * because it is edited part by part and keeps its seconds.
 */
export function DurationField({ milliseconds, onChange, error, autoFocus }: DurationFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [isBlurred, setIsBlurred] = useState(true)
  const selectOnFocus = useSelectOnFocus()
  const isUnreadable = typed !== undefined && typed.trim() !== '' && readDuration(typed) === undefined
  const example = t('entries.form.durationExample')

  return (
    <Field
      label={t('entries.form.duration')}
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      placeholder="1:30"
      title={example}
      autoFocus={autoFocus}
      className="tabular-nums"
      error={isUnreadable && isBlurred ? example : error}
      value={typed ?? (milliseconds === undefined ? '' : writeDuration(milliseconds))}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readDuration(target.value))
      }}
      {...selectOnFocus}
      onFocus={(event) => {
        setIsBlurred(false)
        selectOnFocus.onFocus(event)
      }}
      onBlur={() => {
        setIsBlurred(true)
        if (!isUnreadable) setTyped(undefined)
      }}
    />
  )
}
