import { expect, test } from 'vitest'
import { createSettingsSync, type Settings } from './settings-sync.ts'

const settings = (workDuration: number): Settings => ({ workDuration, breakDuration: 5, repetitions: 4 })

/** A server that answers when it is told to. */
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

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('D11 what changes while settings are told is told after that, the latest alone', async () => {
  const { sent, answers, send } = slowServer()
  const sync = createSettingsSync(send)
  sync(settings(30))
  await settled()
  for (const minutes of [31, 32, 33]) sync(settings(minutes))
  await settled()
  expect(sent).toEqual([30])
  answers[0]?.succeed()
  await settled()
  expect(sent).toEqual([30, 33])
})

test('D11 settings that could not be told disturb nobody, and go with the next change', async () => {
  const { sent, answers, send } = slowServer()
  const sync = createSettingsSync(send)
  sync(settings(30))
  await settled()
  answers[0]?.fail()
  sync({ ...settings(30), repetitions: 2 })
  await settled()
  expect(sent).toEqual([30, 30])
})
