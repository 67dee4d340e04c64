import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { TimerAction } from '#contract/push.ts'
import { TimerOverlays } from '#web/features/dashboard/compact/TimerOverlays.tsx'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { TimerMessages } from '#web/features/dashboard/messages/TimerMessages.tsx'
import { onTimerAction } from '#web/features/push/timer-action.ts'
import { startSignalsWhenActive } from '#web/features/signals/start-when-active.ts'
import { type Timer, TimerContext, useTimerActions } from '#web/features/timer/queries.ts'
import { profileQuery } from '#web/features/users/queries.ts'
import { VerificationBanner } from '#web/features/users/verification/VerificationBanner.tsx'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Toaster } from '#web/ui/feedback/Toaster.tsx'
import { SyncContext } from '#web/sync/sync-context.ts'
import { useIsAfterFirstRender } from '#web/ui/hooks/useIsAfterFirstRender.ts'
import { LocaleProvider } from '#web/ui/LocaleProvider.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { Keyboard } from './keyboard/Keyboard.tsx'
import { OfflineStrip } from './offline/OfflineStrip.tsx'
import { MaintenanceBanner } from './shell/MaintenanceBanner.tsx'
import { Rail } from './shell/Rail.tsx'
import { TabBar } from './shell/TabBar.tsx'
import { TopBar } from './shell/TopBar.tsx'

const Drawer = lazyComponent(() => import('#web/ui/overlays/Drawer.tsx').then((module) => ({ default: module.Drawer })))

const VerifyFirst = lazyComponent(() =>
  import('#web/features/users/verification/VerifyFirst.tsx').then((module) => ({ default: module.VerifyFirst })),
)

/** The frame around every page of a signed-in user. */
export function Layout() {
  const { sync, timer, queryClient, schedulePersistence } = useRouteContext({ from: '/signed-in' }).services
  useEffect(() => timer.start(queryClient), [timer, queryClient])
  useEffect(() => onTimerAction((action) => void act(timer, action)), [timer])
  useEffect(schedulePersistence, [schedulePersistence])
  useEffect(() => startSignalsWhenActive(timer, queryClient), [timer, queryClient])
  return (
    <SyncContext value={sync}>
      <QueryClientProvider client={queryClient}>
        <TimerContext value={timer}>
          <LocaleProvider>
            <Shell />
          </LocaleProvider>
        </TimerContext>
      </QueryClientProvider>
    </SyncContext>
  )
}

/** Runs an action of a notification, which may be about a newer state than this page has. */
async function act({ markStale, actions }: Timer, action: TimerAction) {
  markStale()
  showOutcome(await (action === 'stop' ? actions.stop({ save: true }) : actions[action]()))
}

function Shell() {
  const { t } = useTranslation()
  const timerActions = useTimerActions()
  const { data: mustVerify = false } = useQuery({ ...profileQuery, select: ({ mustVerify }) => mustVerify })
  const { pathname } = useLocation()
  // The page on which the menu was opened: any navigation closes it. Undefined until the first opening loads the menu.
  const [menuOpenedOn, setMenuOpenedOn] = useState<string | null>()
  const openMenu = () => setMenuOpenedOn(pathname)
  const closeMenu = () => setMenuOpenedOn(null)
  // Navigation, messages and shortcuts are rendered after the page itself.
  const isPageDrawn = useIsAfterFirstRender()

  return (
    <div className="min-h-dvh md:grid md:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-raised px-4 py-2.5 text-secondary font-strong text-ink shadow-pop focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('shell.skip')}
      </a>
      <div className="sticky top-0 hidden h-dvh border-r border-line md:block">{isPageDrawn && <Rail />}</div>
      <TopBar onOpenMenu={openMenu} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto mb-(--timer-bar) w-full max-w-330 px-4 pt-2 pb-24 outline-none md:px-9 md:pt-6.5 md:pb-14"
      >
        <MaintenanceBanner />
        <OfflineStrip />
        {mustVerify ? (
          <Suspense>
            <VerifyFirst />
          </Suspense>
        ) : (
          <>
            <VerificationBanner />
            <Outlet />
          </>
        )}
      </main>
      <TabBar onOpenMenu={openMenu} />
      {menuOpenedOn !== undefined && (
        <Suspense>
          <Drawer label={t('shell.navigation')} isOpen={menuOpenedOn === pathname} onOpenChange={closeMenu}>
            <Rail onNavigate={closeMenu} />
          </Drawer>
        </Suspense>
      )}
      {isPageDrawn && (
        <>
          <TimerOverlays hasStage={pathname === '/'} />
          <TimerMessages onStartAgain={() => void timerActions.start()} />
          <Keyboard />
        </>
      )}
      <Toaster />
    </div>
  )
}
