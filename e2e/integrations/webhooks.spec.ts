import { isSignedWith, startWebhookReceiver } from '../../src/server/testing/outbound/webhook-receiver.ts'
import { expect, expectAccessible } from '../support/app.ts'
import { test } from '../support/own-site.ts'
import { userApi } from '../support/user-api.ts'

test.use({ settings: { OUTBOUND_NETWORKS: '127.0.0.0/8' } })

test('J22 J26 a webhook is added in the settings, told of a change, tested, and its log sends an event again', async ({
  page,
  request,
  findMailedLink,
  openAccount,
}) => {
  const receiver = await startWebhookReceiver()
  const account = await openAccount()
  const token = (await findMailedLink(account.email, '/verify-email')).split('/').at(-1)
  await request.post('/api/users/verify-email', { data: { token } })

  await page.goto('/settings#integrations')
  await page.getByRole('link', { name: 'Manage webhooks' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add webhook' })
  await form.getByLabel('Address').fill('http://10.0.0.5/hook')
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect(form.getByText('Webhooks cannot reach this network.')).toBeVisible()
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('checkbox', { name: 'All' }).press(' ')
  await form.getByRole('checkbox', { name: 'Tags' }).press(' ')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Keep this secret' })
  const secret = await shown.getByLabel('Secret').inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
  await expect(row).toContainText('Working')
  await expect(row).toContainText('3 events')

  await userApi(request, account).create('tags', { name: 'Deep work' })
  await expect.poll(() => receiver.types(), { timeout: 10_000 }).toEqual(['tag.created'])
  expect(isSignedWith(secret, receiver.received[0]!)).toBe(true)

  receiver.replyStatus(500, 'out of order')
  await page.getByRole('button', { name: `Actions for ${receiver.url}` }).click()
  await page.getByRole('menuitem', { name: 'Deliveries' }).click()
  const log = page.getByRole('dialog', { name: 'Deliveries' })
  await log.getByRole('button', { name: 'Send a test' }).click()
  const tested = log.getByRole('listitem').filter({ hasText: 'webhook.test' })
  await expect(tested).toContainText('Failed', { timeout: 10_000 })
  await expect(tested).toContainText('Status 500')
  await expect(tested).toContainText('out of order')
  await expectAccessible(page)
  receiver.answerWith((reply) => reply.end())
  await log.getByRole('button', { name: 'Send tag.created again' }).click()
  await expect.poll(() => receiver.types(), { timeout: 10_000 }).toEqual(['tag.created', 'webhook.test', 'tag.created'])
  expect(receiver.received[2]!.id).toBe(receiver.received[0]!.id)
  await log.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: `Actions for ${receiver.url}` }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row).toContainText('You paused it: it is told of nothing new.')
  await page.getByRole('button', { name: `Actions for ${receiver.url}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  receiver.stop()
})
