import { Check } from 'lucide-react'
import { PASSWORD_RULES } from '#core/accounts/password.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

const RULES = ['length', 'digit', 'uppercase', 'special'] as const satisfies (keyof typeof PASSWORD_RULES)[]

/** Marks the rules that the typed password meets. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('auth.rules.label')} className="grid grid-cols-2 gap-x-4 gap-y-1 text-caption">
      {RULES.map((rule) => {
        const isMet = PASSWORD_RULES[rule](password)
        return (
          <li
            key={rule}
            data-met={isMet || undefined}
            className="flex items-center gap-2 text-ink-3 transition-colors data-met:text-ink"
          >
            <span aria-hidden="true" className="grid size-4 flex-none place-items-center">
              {isMet ? <Check size={15} strokeWidth={2.5} className="text-success-ink" /> : <Tick />}
            </span>
            {t(`auth.rules.${rule}`)}
            {isMet && <span className="sr-only">{t('auth.rules.met')}</span>}
          </li>
        )
      })}
    </ul>
  )
}

const Tick = () => <span className="h-2.5 w-0.5 rounded-full bg-line-strong" />
