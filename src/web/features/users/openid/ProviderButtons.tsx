import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Provider } from '#contract/accounts/openid.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { redirectToProvider } from './provider-redirect.ts'
import { SIGN_IN_WAYS } from './sign-in-ways.ts'

/** More buttons than this stand in two columns, with the name of the provider alone. */
const MAX_WIDE_BUTTONS = 3

/** One button for each provider. The page knows them from the start, so nothing moves when they appear. */
export function ProviderButtons({ onFail }: { onFail: (message: string) => void }) {
  const { t } = useTranslation()
  const { providers, password } = SIGN_IN_WAYS
  const isNarrow = providers.length > MAX_WIDE_BUTTONS
  const [chosen, setChosen] = useState<string>()
  const from = useLocation({ select: ({ state }) => state.from })
  const open = async (id: string) => {
    setChosen(id)
    await redirectToProvider(id, from).catch((error: unknown) => {
      onFail(errorMessage(error, t, 'auth.failed.provider'))
      setChosen(undefined)
    })
  }

  if (providers.length === 0) return null
  return (
    <div className="grid gap-4 pt-4">
      {password && (
        <p aria-hidden="true" className="flex items-center gap-3 text-caption text-ink-3">
          <span className="h-px flex-1 bg-line" />
          {t(isNarrow ? 'auth.orWith' : 'auth.or')}
          <span className="h-px flex-1 bg-line" />
        </p>
      )}
      <div className={isNarrow ? 'grid grid-cols-2 gap-2' : 'grid gap-2'}>
        {providers.map((provider) => (
          <Button
            key={provider.id}
            {...(provider.logo !== null && { icon: <ProviderLogo logo={provider.logo} /> })}
            aria-label={t('auth.provider', { name: provider.name })}
            busy={chosen === provider.id}
            disabled={chosen !== undefined}
            onClick={() => void open(provider.id)}
            className="h-11 min-w-0"
          >
            <span className="min-w-0 truncate">
              {isNarrow ? provider.name : t('auth.provider', { name: provider.name })}
            </span>
          </Button>
        ))}
      </div>
    </div>
  )
}

export const ProviderLogo = ({ logo }: { logo: NonNullable<Provider['logo']> }) => (
  <img src={logo} alt="" width={18} height={18} className="size-4.5 flex-none object-contain" />
)
