import { useLocation } from '@tanstack/react-router'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { fetchGoogleAddress } from './google-address.ts'
import { redirectToGoogle } from './google-redirect.ts'

export function GoogleButton({ address }: { address: string }) {
  const { t } = useTranslation()
  const from = useLocation({ select: ({ state }) => state.from })
  // The address expires, and this page may have been open for hours.
  const go = async () => redirectToGoogle((await fetchGoogleAddress()) ?? address, from)

  return (
    <Button icon={<GoogleMark />} onClick={() => void go()} className="h-11">
      {t('auth.google')}
    </Button>
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
