import { Outlet } from '@tanstack/react-router'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Logo } from '#web/ui/display/Logo.tsx'
import { HourDial } from './HourDial.tsx'
import { PublicPreferences } from './PublicPreferences.tsx'

/** The shared frame of the sign-in, registration and password pages. */
export function AuthLayout() {
  return (
    <div className="grid min-h-dvh md:grid-cols-[minmax(0,1fr)_minmax(30rem,44%)]">
      <ClockStage />
      <div className="grid grid-rows-[auto_1fr] px-5 pb-10">
        <header className="-mx-1 flex h-18 items-center md:h-24 gap-4">
          <div className="px-1 md:hidden">
            <Logo />
          </div>
          <PublicPreferences />
        </header>
        <main className="mx-auto w-full max-w-95 pt-[6vh] md:self-center md:pt-0 md:pb-24">
          <Outlet />
        </main>
      </div>
    </div>
  )
}

function ClockStage() {
  const { t } = useTranslation()
  return (
    <aside
      data-stage="work"
      className="sticky top-0 hidden h-dvh grid-rows-[auto_1fr_auto] bg-stage p-9 text-on-stage md:grid"
    >
      <div className="**:[svg]:text-tick">
        <Logo />
      </div>
      <div className="w-[min(30rem,100%,62dvh)] place-self-center">
        <HourDial />
      </div>
      <p className="text-secondary text-on-stage-2">{t('auth.motto')}</p>
    </aside>
  )
}
