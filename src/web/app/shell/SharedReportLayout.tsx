import { Outlet } from '@tanstack/react-router'
import { PublicPreferences } from '#web/features/users/sign-in/PublicPreferences.tsx'
import { Logo } from '#web/ui/display/Logo.tsx'

/** The frame of a report that its owner shares: a sheet without the navigation of the app. */
export function SharedReportLayout() {
  return (
    <div className="mx-auto max-w-275 px-4 pb-14 md:px-9">
      <header className="-mx-1 flex h-18 items-center gap-4 px-1 print:hidden">
        <Logo />
        <PublicPreferences />
      </header>
      <main id="main">
        <Outlet />
      </main>
    </div>
  )
}
