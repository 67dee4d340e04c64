import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { currentToken } from '#web/api/session.ts'
import { loadImportTexts, loadReportTexts, loadSignedInTexts, type TextKey } from '#web/i18n/i18n.ts'
import { PageSpinner } from '#web/ui/feedback/PageSpinner.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { safeReturnPath } from './session/return-path.ts'
import { Root } from './Root.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    title?: TextKey
  }
  interface HistoryState {
    /** Where a stranger wanted to go before being asked to sign in. */
    from?: string
  }
}

const hasSession = () => currentToken() !== undefined

const checkSession = async () => (await import('./check-session.ts')).checkSession()

const listPages = () => import('./list-pages.ts')
const clientForm = () => import('#web/features/clients/ClientFormPage.tsx')
const projectForm = () => import('#web/features/projects/ProjectFormPage.tsx')
const tagForm = () => import('#web/features/tags/TagFormPage.tsx')
const taskForm = () => import('#web/features/tasks/TaskFormPage.tsx')
const presetForm = () => import('#web/features/timer-presets/PresetFormPage.tsx')
const reportsPage = async () => {
  const [module] = await Promise.all([import('#web/features/reports/ReportsPage.tsx'), loadReportTexts()])
  return module
}
const importPage = async () => {
  const [module] = await Promise.all([import('#web/features/imports/ImportPage.tsx'), loadImportTexts()])
  return module
}

const root = createRootRoute({ component: Root, errorComponent: ErrorPage })

const publicPages = createRoute({
  id: 'public',
  getParentRoute: () => root,
  component: lazyRouteComponent(() => import('#web/features/users/sign-in/AuthLayout.tsx'), 'AuthLayout'),
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
    if (hasSession()) await Promise.all([loadSignedInTexts(), checkSession()])
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

/** What a page may do as soon as it is there and before it is drawn: ask for what it will show. */
interface Preparing {
  prepare?: (search: Record<string, unknown>) => void
}

/** A page that comes when it is first opened. */
function page<Module extends Record<Name, ComponentType> & Preparing, Name extends string>(
  title: TextKey,
  load: () => Promise<Module>,
  name: Name,
) {
  // Nobody waits for it, and that a page does not come is told where it is missing.
  const prepare = async (search: Record<string, unknown>) => (await load()).prepare?.(search)
  const loader = ({ location }: { location: { search: object } }) =>
    void prepare({ ...location.search }).catch(() => undefined)
  return { staticData: { title }, component: lazyRouteComponent(load, name), loader }
}

const login = createRoute({
  path: '/login',
  getParentRoute: () => strangersOnly,
  ...page('auth.signIn', () => import('#web/features/users/sign-in/LoginPage.tsx'), 'LoginPage'),
})

const register = createRoute({
  path: '/register',
  getParentRoute: () => strangersOnly,
  ...page('auth.register', () => import('#web/features/users/sign-in/RegisterPage.tsx'), 'RegisterPage'),
})

const forgotPassword = createRoute({
  path: '/forgot-password',
  getParentRoute: () => publicPages,
  ...page(
    'auth.forgotPassword',
    () => import('#web/features/users/sign-in/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPassword = createRoute({
  path: '/reset-password/{-$token}',
  getParentRoute: () => publicPages,
  ...page('auth.resetPassword', () => import('#web/features/users/sign-in/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
})

const verifyEmail = createRoute({
  path: '/verify-email/{-$token}',
  getParentRoute: () => publicPages,
  ...page('auth.verifyEmail', () => import('#web/features/users/verification/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
})

const settings = createRoute({
  path: '/settings',
  getParentRoute: () => signedIn,
  ...page('shell.page.settings', () => import('./settings/SettingsPage.tsx'), 'SettingsPage'),
})

const forUsers = () => signedIn

// prettier-ignore
const routeTree = root.addChildren([
  publicPages.addChildren([
    strangersOnly.addChildren([login, register]),
    forgotPassword,
    resetPassword,
    verifyEmail,
  ]),
  signedIn.addChildren([
    createRoute({ getParentRoute: forUsers, path: '/', ...page('shell.page.dashboard', () => import('./DashboardPage.tsx'), 'DashboardPage') }),
    createRoute({ getParentRoute: forUsers, path: '/time-entries', ...page('shell.page.timeEntries', () => import('./TimeEntriesPage.tsx'), 'TimeEntriesPage') }),
    createRoute({ getParentRoute: forUsers, path: '/time-entries/new', ...page('shell.page.newTimeEntry', () => import('#web/features/time-entries/NewTimeEntryPage.tsx'), 'NewTimeEntryPage') }),
    createRoute({ getParentRoute: forUsers, path: '/reports', ...page('shell.page.reports', reportsPage, 'ReportsPage') }),
    createRoute({ getParentRoute: forUsers, path: '/import', ...page('shell.page.import', importPage, 'ImportPage') }),
    createRoute({ getParentRoute: forUsers, path: '/projects', ...page('shell.page.projects', listPages, 'ProjectListPage') }),
    createRoute({ getParentRoute: forUsers, path: '/projects/new', ...page('shell.page.newProject', projectForm, 'NewProjectPage') }),
    createRoute({ getParentRoute: forUsers, path: '/projects/$id', ...page('shell.page.project', projectForm, 'EditProjectPage') }),
    createRoute({ getParentRoute: forUsers, path: '/clients', ...page('shell.page.clients', listPages, 'ClientListPage') }),
    createRoute({ getParentRoute: forUsers, path: '/clients/new', ...page('shell.page.newClient', clientForm, 'NewClientPage') }),
    createRoute({ getParentRoute: forUsers, path: '/clients/$id', ...page('shell.page.client', clientForm, 'EditClientPage') }),
    createRoute({ getParentRoute: forUsers, path: '/tasks', ...page('shell.page.tasks', listPages, 'TaskListPage') }),
    createRoute({ getParentRoute: forUsers, path: '/tasks/new', ...page('shell.page.newTask', taskForm, 'NewTaskPage') }),
    createRoute({ getParentRoute: forUsers, path: '/tasks/$id', ...page('shell.page.task', taskForm, 'EditTaskPage') }),
    createRoute({ getParentRoute: forUsers, path: '/tags', ...page('shell.page.tags', listPages, 'TagListPage') }),
    createRoute({ getParentRoute: forUsers, path: '/tags/new', ...page('shell.page.newTag', tagForm, 'NewTagPage') }),
    createRoute({ getParentRoute: forUsers, path: '/tags/$id', ...page('shell.page.tag', tagForm, 'EditTagPage') }),
    createRoute({ getParentRoute: forUsers, path: '/timer-presets', ...page('shell.page.timerPresets', listPages, 'PresetListPage') }),
    createRoute({ getParentRoute: forUsers, path: '/timer-presets/new', ...page('shell.page.newTimerPreset', presetForm, 'NewPresetPage') }),
    createRoute({ getParentRoute: forUsers, path: '/timer-presets/$id', ...page('shell.page.timerPreset', presetForm, 'EditPresetPage') }),
    settings,
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
