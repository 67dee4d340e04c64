import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { fieldAria, FieldFrame, type FieldText } from './FieldFrame.tsx'

export function PasswordField({ label, help, error, ...input }: FieldText & Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  const id = useId()
  const Icon = isShown ? EyeOff : Eye

  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <div className="relative">
        <input
          {...input}
          {...fieldAria(id, { help, error })}
          type={isShown ? 'text' : 'password'}
          className={`${classes.control} pr-11`}
        />
        <button
          type="button"
          aria-label={t('ui.showPassword')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-10 cursor-pointer place-items-center rounded-control text-ink-3 hover:text-ink"
        >
          <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
    </FieldFrame>
  )
}
