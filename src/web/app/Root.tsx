import { Outlet } from '@tanstack/react-router'
import { FirstVisitNotice } from './shell/FirstVisitNotice.tsx'
import { GlobalErrorBanner } from './shell/GlobalErrorBanner.tsx'
import { useDocumentTitle } from './shell/usePageTitle.ts'

/** The parts that every page has, signed in or not. */
export function Root() {
  useDocumentTitle()
  return (
    <>
      <Outlet />
      <GlobalErrorBanner />
      <FirstVisitNotice />
    </>
  )
}
