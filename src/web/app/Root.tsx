import { Outlet } from '@tanstack/react-router'
import { FirstVisitNotice } from './FirstVisitNotice.tsx'
import { GlobalErrorBanner } from './GlobalErrorBanner.tsx'
import { useDocumentTitle } from './usePageTitle.ts'

/** What every page has, signed in or not. */
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
