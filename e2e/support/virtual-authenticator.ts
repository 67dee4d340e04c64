import type { Page } from '@playwright/test'

/** Gives a page an authenticator of Chromium, with a user who always agrees. */
export async function addVirtualAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    passkeys: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** As if the device was lost. */
    clear: () => client.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}
