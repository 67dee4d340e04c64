import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { currentToken } from '#web/api/session.ts'
import { BASE_PATH } from '#web/base-path.ts'
import { readTabStored } from '#web/storage.ts'
import {
  loadAdministrationTexts,
  loadImportTexts,
  loadIntegrationTexts,
  loadReportTexts,
  loadSettingsTexts,
  loadSignedInTexts,
  type TextKey,
} from '#web/i18n/i18n.ts'
import { PageSpinner } from '#web/ui/feedback/PageSpinner.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { safeReturnPath } from './session/return-path.ts'
import { Root } from './Root.tsx'
import type { Services } from './services.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    title?: TextKey
  }
  interface HistoryState {
    /** The path that an anonymous visitor requested before the redirect to sign-in. */
    from?: string
    /** The e-mail address typed on another page without a session. */
    email?: string
  }
}

const hasSession = () => currentToken() !== undefined

interface RouterContext {
  /** Loads what the pages of a signed-in user share. */
  loadServices: () => Promise<Services>
}

const listPages = () => import('./list-pages.ts')
const clientForm = () => import('#web/features/clients/ClientFormPage.tsx')
const projectForm = () => import('#web/features/projects/ProjectFormPage.tsx')
const projectPage = () => import('#web/features/projects/page/ProjectPage.tsx')
const tagForm = () => import('#web/features/tags/TagFormPage.tsx')
const taskForm = () => import('#web/features/tasks/TaskFormPage.tsx')
const presetForm = () => import('#web/features/timer-presets/PresetFormPage.tsx')
const reportsPage = async () => {
  const [module] = await Promise.all([import('#web/features/reports/ReportsPage.tsx'), loadReportTexts()])
  return module
}
const sharedReportPage = () => import('#web/features/reports/shared/SharedReportPage.tsx')
const reviewPage = () => import('#web/features/reports/review/ReviewPage.tsx')
const importPage = async () => {
  const [module] = await Promise.all([import('#web/features/imports/ImportPage.tsx'), loadImportTexts()])
  return module
}

const settingsPage = async () => {
  const [{ SettingsPage }] = await Promise.all([import('./settings/SettingsPage.tsx'), loadSettingsTexts()])
  return { SettingsPage }
}
const administrationPage = async () => {
  const page = import('#web/features/administration/AdministrationPage.tsx')
  const [{ AdministrationPage }] = await Promise.all([page, loadAdministrationTexts(), loadSettingsTexts()])
  return { AdministrationPage }
}
const webhooksPage = async () => {
  const page = import('./settings/WebhookSettingsPage.tsx')
  const [{ WebhookSettingsPage }] = await Promise.all([page, loadIntegrationTexts()])
  return { WebhookSettingsPage }
}
const setUpPage = async () => {
  const page = import('#web/features/users/two-factor/SetUpTwoFactorPage.tsx')
  const [{ SetUpTwoFactorPage }] = await Promise.all([page, loadSignedInTexts(), loadSettingsTexts()])
  return { SetUpTwoFactorPage }
}
const tokenPage = async () => {
  const page = import('./settings/TokenSettingsPage.tsx')
  const [{ TokenSettingsPage }] = await Promise.all([page, loadIntegrationTexts(), loadSettingsTexts()])
  return { TokenSettingsPage }
}
const sharedReportsPage = async () => {
  const page = import('#web/features/reports/sharing/SharedReportsPage.tsx')
  const [{ SharedReportsPage }] = await Promise.all([page, loadIntegrationTexts()])
  return { SharedReportsPage }
}
const trashPage = async () => {
  const [{ TrashPage }] = await Promise.all([import('#web/features/trash/TrashPage.tsx'), loadSettingsTexts()])
  return { TrashPage }
}

const calendarsPage = async () => {
  const page = import('#web/features/calendars/CalendarsPage.tsx')
  const [{ CalendarsPage }] = await Promise.all([page, loadIntegrationTexts()])
  return { CalendarsPage }
}

/** The pages of a project share their texts with reports. */
const withReportTexts =
  <Module,>(load: () => Promise<Module>) =>
  async () => {
    const [module] = await Promise.all([load(), loadReportTexts()])
    return module
  }

const root = createRootRouteWithContext<RouterContext>()({ component: Root, errorComponent: ErrorPage })

const publicPages = createRoute({
  id: 'public',
  getParentRoute: () => root,
  component: lazyRouteComponent(() => import('#web/features/users/sign-in/AuthLayout.tsx'), 'AuthLayout'),
})

const sharedReport = createRoute({
  id: 'shared-report',
  getParentRoute: () => root,
  component: lazyRouteComponent(() => import('./shell/SharedReportLayout.tsx'), 'SharedReportLayout'),
})

const anonymousPages = createRoute({
  id: 'anonymous',
  getParentRoute: () => publicPages,
  beforeLoad: ({ location }) => {
    if (!hasSession()) return
    // A provider redirects here also if a signed-in user links an account.
    const isLinking = location.searchStr !== '' && readTabStored('provider-link') !== undefined
    const href = isLinking ? `/settings${location.searchStr}#linked-accounts` : safeReturnPath(location.state.from)
    throw redirect({ href, replace: true })
  },
})

const signedIn = createRoute({
  id: 'signed-in',
  getParentRoute: () => root,
  beforeLoad: async ({ location, context: { loadServices } }) => {
    const services = hasSession() ? await openSession(loadServices) : undefined
    if (services === undefined || !hasSession())
      throw redirect({ to: '/login', state: { from: location.href }, replace: true })
    return { services }
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

async function openSession(loadServices: RouterContext['loadServices']) {
  const texts = loadSignedInTexts()
  const services = await loadServices()
  await Promise.all([texts, services.checkSession()])
  return services
}

interface PageModule {
  /** Requests the page's data as soon as its code has loaded, before the first render. */
  prepare?: (search: Record<string, unknown>, services: Services) => void
}

interface LoaderInput {
  location: { search: object }
  /** Public pages have no services. */
  context: RouterContext & { services?: Services }
}

/** The options of a route whose page is loaded when it is first opened. */
function page<Module extends Record<Name, ComponentType> & PageModule, Name extends string>(
  title: TextKey,
  load: () => Promise<Module>,
  name: Name,
) {
  // Navigation does not wait for `prepare`. If the code fails to load, rendering the component shows the error.
  const prepare = async ({ location, context: { services } }: LoaderInput) => {
    const module = await load()
    if (services !== undefined) module.prepare?.({ ...location.search }, services)
  }
  const loader = (input: LoaderInput) => void prepare(input).catch(() => undefined)
  return { staticData: { title }, component: lazyRouteComponent(load, name), loader }
}

const anonymous = () => anonymousPages
const anyone = () => publicPages
const user = () => signedIn
const visitor = () => sharedReport

// prettier-ignore
const routeTree = root.addChildren([
  publicPages.addChildren([
    anonymousPages.addChildren([
      createRoute({ getParentRoute: anonymous, path: '/login', ...page('auth.signIn', () => import('#web/features/users/sign-in/LoginPage.tsx'), 'LoginPage') }),
      createRoute({ getParentRoute: anonymous, path: '/register', ...page('auth.register', () => import('#web/features/users/sign-in/RegisterPage.tsx'), 'RegisterPage') }),
    ]),
    createRoute({ getParentRoute: anyone, path: '/forgot-password', ...page('auth.forgotPassword', () => import('#web/features/users/sign-in/ForgotPasswordPage.tsx'), 'ForgotPasswordPage') }),
    createRoute({ getParentRoute: anyone, path: '/reset-password/{-$token}', ...page('auth.resetPassword', () => import('#web/features/users/sign-in/ResetPasswordPage.tsx'), 'ResetPasswordPage') }),
    createRoute({ getParentRoute: anyone, path: '/restore-email/{-$token}', ...page('auth.restoreEmail', () => import('#web/features/users/sign-in/RestoreEmailPage.tsx'), 'RestoreEmailPage') }),
    createRoute({ getParentRoute: anyone, path: '/not-me/{-$token}', ...page('auth.notMe.title', () => import('#web/features/users/sign-in/NotMePage.tsx'), 'NotMePage') }),
    createRoute({ getParentRoute: anyone, path: '/set-up-two-factor', ...page('auth.signIn', setUpPage, 'SetUpTwoFactorPage') }),
    createRoute({ getParentRoute: anyone, path: '/verify-email/{-$token}', ...page('auth.verifyEmail', () => import('#web/features/users/verification/VerifyEmailPage.tsx'), 'VerifyEmailPage') }),
  ]),
  sharedReport.addChildren([
    createRoute({ getParentRoute: visitor, path: '/shared', ...page('shell.page.sharedReport', withReportTexts(sharedReportPage), 'SharedReportPage') }),
  ]),
  signedIn.addChildren([
    createRoute({ getParentRoute: user, path: '/', ...page('shell.page.dashboard', () => import('./DashboardPage.tsx'), 'DashboardPage') }),
    createRoute({ getParentRoute: user, path: '/time-entries', ...page('shell.page.timeEntries', () => import('./TimeEntriesPage.tsx'), 'TimeEntriesPage') }),
    createRoute({ getParentRoute: user, path: '/time-entries/new', ...page('shell.page.newTimeEntry', () => import('#web/features/time-entries/NewTimeEntryPage.tsx'), 'NewTimeEntryPage') }),
    createRoute({ getParentRoute: user, path: '/reports', ...page('shell.page.reports', reportsPage, 'ReportsPage') }),
    createRoute({ getParentRoute: user, path: '/review', ...page('shell.page.review', withReportTexts(reviewPage), 'ReviewPage') }),
    createRoute({ getParentRoute: user, path: '/import', ...page('shell.page.import', importPage, 'ImportPage') }),
    createRoute({ getParentRoute: user, path: '/projects', ...page('shell.page.projects', listPages, 'ProjectListPage') }),
    createRoute({ getParentRoute: user, path: '/projects/new', ...page('shell.page.newProject', projectForm, 'ProjectForm') }),
    createRoute({ getParentRoute: user, path: '/projects/$id', ...page('shell.page.projects', withReportTexts(projectPage), 'ProjectPage') }),
    createRoute({ getParentRoute: user, path: '/projects/$id/settings', ...page('shell.page.project', withReportTexts(projectForm), 'EditProjectPage') }),
    createRoute({ getParentRoute: user, path: '/clients', ...page('shell.page.clients', listPages, 'ClientListPage') }),
    createRoute({ getParentRoute: user, path: '/clients/new', ...page('shell.page.newClient', clientForm, 'ClientForm') }),
    createRoute({ getParentRoute: user, path: '/clients/$id', ...page('shell.page.client', clientForm, 'EditClientPage') }),
    createRoute({ getParentRoute: user, path: '/tasks', ...page('shell.page.tasks', listPages, 'TaskListPage') }),
    createRoute({ getParentRoute: user, path: '/tasks/new', ...page('shell.page.newTask', taskForm, 'TaskForm') }),
    createRoute({ getParentRoute: user, path: '/tasks/$id', ...page('shell.page.task', taskForm, 'EditTaskPage') }),
    createRoute({ getParentRoute: user, path: '/tags', ...page('shell.page.tags', listPages, 'TagListPage') }),
    createRoute({ getParentRoute: user, path: '/tags/new', ...page('shell.page.newTag', tagForm, 'TagForm') }),
    createRoute({ getParentRoute: user, path: '/tags/$id', ...page('shell.page.tag', tagForm, 'EditTagPage') }),
    createRoute({ getParentRoute: user, path: '/timer-presets', ...page('shell.page.timerPresets', listPages, 'PresetListPage') }),
    createRoute({ getParentRoute: user, path: '/timer-presets/new', ...page('shell.page.newTimerPreset', presetForm, 'PresetForm') }),
    createRoute({ getParentRoute: user, path: '/timer-presets/$id', ...page('shell.page.timerPreset', presetForm, 'EditPresetPage') }),
    createRoute({ getParentRoute: user, path: '/trash', ...page('shell.page.trash', trashPage, 'TrashPage') }),
    createRoute({ getParentRoute: user, path: '/admin', ...page('shell.page.administration', administrationPage, 'AdministrationPage') }),
    createRoute({ getParentRoute: user, path: '/settings/shared-reports', ...page('shell.page.sharedReports', sharedReportsPage, 'SharedReportsPage') }),
    createRoute({ getParentRoute: user, path: '/settings/webhooks', ...page('shell.page.webhooks', webhooksPage, 'WebhookSettingsPage') }),
    createRoute({ getParentRoute: user, path: '/settings', ...page('shell.page.settings', settingsPage, 'SettingsPage') }),
    createRoute({ getParentRoute: user, path: '/settings/tokens', ...page('shell.page.tokens', tokenPage, 'TokenSettingsPage') }),
    createRoute({ getParentRoute: user, path: '/settings/calendars', ...page('shell.page.calendars', calendarsPage, 'CalendarsPage') }),
  ]),
  unknown,
])

export const createAppRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    basepath: `${BASE_PATH}/`,
    defaultPendingComponent: PageSpinner,
    defaultPendingMs: 150,
    defaultPreload: 'intent',
    // Staleness of data is decided by the query cache alone.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })
