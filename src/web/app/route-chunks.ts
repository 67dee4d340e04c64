/**
 * Which modules of the routes the build groups into one file, and which files a first visit preloads. Only the build
 * reads this (scripts/web-build), and it fails when a path here is not part of the app any more.
 */

const AUTH_LAYOUT = 'src/web/features/users/sign-in/AuthLayout.tsx'
const LOGIN_PAGE = 'src/web/features/users/sign-in/LoginPage.tsx'
const REGISTER_PAGE = 'src/web/features/users/sign-in/RegisterPage.tsx'
const REPORTS_PAGE = 'src/web/features/reports/ReportsPage.tsx'
const SHELL = ['src/web/app/Layout.tsx', 'src/web/app/services.ts']
const DASHBOARD = ['src/web/app/DashboardPage.tsx', 'src/web/features/overview/Overview.tsx']
const TIME_ENTRIES = ['src/web/app/TimeEntriesPage.tsx', 'src/web/features/time-entries/list/EntryDays.tsx']

export const ROUTE_CHUNKS = {
  /** Our modules that every page waits for. */
  base: [
    'src/core/language.ts',
    'src/web/base-path.ts',
    'src/web/storage.ts',
    'src/web/ui/feedback/toast.ts',
    'src/web/value-store.ts',
  ],
  /** Pages for visitors who are not signed in. */
  anonymous: [
    AUTH_LAYOUT,
    LOGIN_PAGE,
    REGISTER_PAGE,
    'src/web/app/shell/FirstVisitDialog.tsx',
    'src/web/features/users/sign-in/ForgotPasswordPage.tsx',
    'src/web/features/users/google/GoogleSignIn.tsx',
    'src/web/features/users/sign-in/ResetPasswordPage.tsx',
    'src/web/features/users/verification/VerifyEmailPage.tsx',
  ],
  login: [AUTH_LAYOUT, LOGIN_PAGE],
  /** The frame of every page of a user. */
  shell: SHELL,
  home: DASHBOARD,
}

/**
 * Other pages that users open often. What one of them needs becomes one file, and what several of them share another.
 * A phone opens six connections, so twenty small files take three round trips.
 */
export const FREQUENT_PAGES = {
  entries: TIME_ENTRIES,
  reports: [REPORTS_PAGE],
  lists: ['src/web/app/list-pages.ts'],
}

/**
 * Modules that `boot.js` preloads, by visitor and address. `anonymous` and `user` hold for every address; `{language}`
 * stands for the language of the page.
 */
export const PRELOADS: Record<string, readonly string[]> = {
  anonymous: [AUTH_LAYOUT, 'src/web/i18n/{language}/public.ts'],
  'anonymous /login': [LOGIN_PAGE],
  'anonymous /register': [REGISTER_PAGE],
  user: [...SHELL, 'src/web/i18n/{language}/public.ts', 'src/web/i18n/{language}/signed-in.ts'],
  'user /': DASHBOARD,
  'user /time-entries': TIME_ENTRIES,
  'user /reports': [REPORTS_PAGE, 'src/web/i18n/{language}/reports.ts'],
}
