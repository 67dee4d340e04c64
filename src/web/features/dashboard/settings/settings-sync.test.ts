import { expect, test } from 'vitest'
import { createSettingsSync, type Settings } from './settings-sync.ts'

const settings = (workDuration: number): Settings => ({ workDuration, breakDuration: 5, repetitions: 4 })

/** A server whose replies are triggered by the test. */
function slowServer() {
  const sent: number[] = []
  const answers: { succeed: () => void; fail: () => void }[] = []
  const send = ({ workDuration }: Settings) =>
    new Promise<void>((resolve, reject) => {
      sent.push(workDuration)
      answers.push({ succeed: resolve, fail: () => reject(new Error('offline')) })
    })
  return { sent, answers, send }
}

const flushPromises = () => new Promise((resolve) => setTimeout(resolve))

test('D11 changes made while a request is running are sent afterwards, only the latest', async () => {
  const { sent, answers, send } = slowServer()
  const sync = createSettingsSync(send)
  sync(settings(30))
  await flushPromises()
  for (const minutes of [31, 32, 33]) sync(settings(minutes))
  await flushPromises()
  expect(sent).toEqual([30])
  answers[0]?.succeed()
  await flushPromises()
  expect(sent).toEqual([30, 33])
})

test('D11 a failed request shows no error, and the next change sends the settings again', async () => {
  const { sent, answers, send } = slowServer()
  const sync = createSettingsSync(send)
  sync(settings(30))
  await flushPromises()
  answers[0]?.fail()
  sync({ ...settings(30), repetitions: 2 })
  await flushPromises()
  expect(sent).toEqual([30, 30])
})
