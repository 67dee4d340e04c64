import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { currentToken } from '#web/api/session.ts'
import { PageSpinner } from '#web/ui/PageSpinner.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { safeReturnPath } from './return-path.ts'
import { Root } from './Root.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    title?: ParseKeys
  }
  interface HistoryState {
    /** Where a stranger wanted to go before being asked to sign in. */
    from?: string
  }
}

const hasSession = () => currentToken() !== undefined

const root = createRootRoute({ component: Root, errorComponent: ErrorPage })

const publicPages = createRoute({
  id: 'public',
  getParentRoute: () => root,
  component: lazyRouteComponent(() => import('#web/features/users/AuthLayout.tsx'), 'AuthLayout'),
})

const strangersOnly = createRoute({
  id: 'strangers',
  getParentRoute: () => publicPages,
  beforeLoad: ({ location }) => {
    if (hasSession()) throw redirect({ href: safeReturnPath(location.state.from), replace: true })
  },
})

const signedIn = createRoute({
  id: 'signed-in',
  getParentRoute: () => root,
  beforeLoad: async ({ location }) => {
    if (hasSession()) await (await import('./query-client.ts')).checkSession()
    if (!hasSession()) throw redirect({ to: '/login', state: { from: location.href }, replace: true })
  },
  component: lazyRouteComponent(() => import('./Layout.tsx'), 'Layout'),
})

const unknown = createRoute({
  path: '$',
  getParentRoute: () => root,
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

/** A page that is still to be built: its title, and nothing more. */
function emptyPage(title: ParseKeys) {
  return { staticData: { title }, component: lazyRouteComponent(() => import('./EmptyPage.tsx'), 'EmptyPage') }
}

const login = createRoute({
  path: '/login',
  getParentRoute: () => strangersOnly,
  staticData: { title: 'auth.signIn' },
  component: lazyRouteComponent(() => import('#web/features/users/LoginPage.tsx'), 'LoginPage'),
})

const register = createRoute({
  path: '/register',
  getParentRoute: () => strangersOnly,
  staticData: { title: 'auth.register' },
  component: lazyRouteComponent(() => import('#web/features/users/RegisterPage.tsx'), 'RegisterPage'),
})

const forPublic = () => publicPages
const forUsers = () => signedIn

// prettier-ignore
const routeTree = root.addChildren([
  publicPages.addChildren([
    strangersOnly.addChildren([login, register]),
    createRoute({ getParentRoute: forPublic, path: '/forgot-password', ...emptyPage('auth.forgotPassword') }),
    createRoute({ getParentRoute: forPublic, path: '/reset-password/{-$token}', ...emptyPage('auth.resetPassword') }),
    createRoute({ getParentRoute: forPublic, path: '/verify-email/{-$token}', ...emptyPage('auth.verifyEmail') }),
  ]),
  signedIn.addChildren([
    createRoute({ getParentRoute: forUsers, path: '/', ...emptyPage('shell.page.dashboard') }),
    createRoute({ getParentRoute: forUsers, path: '/time-entries', ...emptyPage('shell.page.timeEntries') }),
    createRoute({ getParentRoute: forUsers, path: '/time-entries/new', ...emptyPage('shell.page.newTimeEntry') }),
    createRoute({ getParentRoute: forUsers, path: '/reports', ...emptyPage('shell.page.reports') }),
    createRoute({ getParentRoute: forUsers, path: '/projects', ...emptyPage('shell.page.projects') }),
    createRoute({ getParentRoute: forUsers, path: '/projects/new', ...emptyPage('shell.page.newProject') }),
    createRoute({ getParentRoute: forUsers, path: '/projects/$id', ...emptyPage('shell.page.project') }),
    createRoute({ getParentRoute: forUsers, path: '/clients', ...emptyPage('shell.page.clients') }),
    createRoute({ getParentRoute: forUsers, path: '/clients/new', ...emptyPage('shell.page.newClient') }),
    createRoute({ getParentRoute: forUsers, path: '/clients/$id', ...emptyPage('shell.page.client') }),
    createRoute({ getParentRoute: forUsers, path: '/tasks', ...emptyPage('shell.page.tasks') }),
    createRoute({ getParentRoute: forUsers, path: '/tasks/new', ...emptyPage('shell.page.newTask') }),
    createRoute({ getParentRoute: forUsers, path: '/tasks/$id', ...emptyPage('shell.page.task') }),
    createRoute({ getParentRoute: forUsers, path: '/tags', ...emptyPage('shell.page.tags') }),
    createRoute({ getParentRoute: forUsers, path: '/tags/new', ...emptyPage('shell.page.newTag') }),
    createRoute({ getParentRoute: forUsers, path: '/tags/$id', ...emptyPage('shell.page.tag') }),
    createRoute({ getParentRoute: forUsers, path: '/timer-presets', ...emptyPage('shell.page.timerPresets') }),
    createRoute({ getParentRoute: forUsers, path: '/timer-presets/new', ...emptyPage('shell.page.newTimerPreset') }),
    createRoute({ getParentRoute: forUsers, path: '/timer-presets/$id', ...emptyPage('shell.page.timerPreset') }),
    createRoute({ getParentRoute: forUsers, path: '/settings', ...emptyPage('shell.page.settings') }),
  ]),
  unknown,
])

export const router = createRouter({
  routeTree,
  defaultPendingComponent: PageSpinner,
  defaultPendingMs: 150,
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})
