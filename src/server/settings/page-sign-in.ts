import type { SignInWays } from '#contract/accounts/openid.ts'
import { escapeHtml } from './page-notice.ts'

/**
 * Tells the page how to sign in, so that the first paint shows the right form and nothing moves afterwards. Without the tag
 * there are passwords and no providers.
 */
export function addSignInWays(ways: SignInWays) {
  if (ways.password && ways.providers.length === 0) return undefined
  const tag = `<meta name="sign-in" content="${escapeHtml(JSON.stringify(ways))}">`
  return (page: string) => page.replace('</head>', () => `${tag}</head>`)
}
