import { useState } from 'react'
import { readDuration, writeDuration } from '#core/duration-text.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Field } from '#web/ui/fields/Field.tsx'

interface DurationFieldProps {
  milliseconds: number | undefined
  /** Undefined while what is typed is none. */
  onChange: (milliseconds: number | undefined) => void
  error: string | undefined
  autoFocus: boolean
}

/** How long, written as people write it: 1:30, 1h30, 90m, 1.5 or 45. */
export function DurationField({ milliseconds, onChange, error, autoFocus }: DurationFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [isLeft, setIsLeft] = useState(true)
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
      error={isUnreadable && isLeft ? example : error}
      value={typed ?? (milliseconds === undefined ? '' : writeDuration(milliseconds))}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readDuration(target.value))
      }}
      onFocus={({ target }) => {
        setIsLeft(false)
        target.select()
      }}
      onBlur={() => {
        setIsLeft(true)
        if (!isUnreadable) setTyped(undefined)
      }}
    />
  )
}
