import { useLocation } from '@tanstack/react-router'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { fetchGoogleAddress } from './google-address.ts'
import { redirectToGoogle } from './google-redirect.ts'

/** On wide screens it is positioned below the centred form, so that the form does not move when the button appears. */
export function GoogleButton({ address }: { address: string }) {
  const { t } = useTranslation()
  const from = useLocation({ select: ({ state }) => state.from })
  // The address expires, and this page may have been open for hours.
  const go = async () => redirectToGoogle((await fetchGoogleAddress()) ?? address, from)

  return (
    <div className="grid gap-4 pt-4 transition-opacity duration-200 md:absolute md:inset-x-0 md:top-full starting:opacity-0">
      <p aria-hidden="true" className="flex items-center gap-3 text-caption text-ink-3">
        <span className="h-px flex-1 bg-line" />
        {t('auth.or')}
        <span className="h-px flex-1 bg-line" />
      </p>
      <Button icon={<GoogleMark />} onClick={() => void go()} className="h-11">
        {t('auth.google')}
      </Button>
    </div>
  )
}

const GoogleMark = () => (
  <svg
    aria-hidden="true"
    width={17}
    height={17}
    viewBox="0 0 17 17"
    fill="none"
    stroke="currentColor"
    strokeWidth={2.2}
  >
    <path d="M13.4 3.6A6.9 6.9 0 1 0 15.4 8.5H8.8" />
  </svg>
)
