import type { SignInWays } from '#contract/accounts/openid.ts'

/** How one signs in on this site. The server writes it into the page, so that the first paint shows the right form. */
export const SIGN_IN_WAYS: SignInWays = read() ?? { providers: [], password: true }

function read(): SignInWays | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name=sign-in]')?.content
  return text === undefined ? undefined : (JSON.parse(text) as SignInWays)
}
