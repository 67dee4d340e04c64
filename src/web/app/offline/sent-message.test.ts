import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { dismissGlobalError, useGlobalError } from '#web/app/shell/global-error.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { type Mutation, toMutationOperation } from '#web/sync/mutations.ts'
import type { NewOperation, Operation } from '#web/sync/operation.ts'
import { toastQueue } from '#web/ui/feedback/toast.ts'
import { showSent } from './sent-message.ts'

const mutation = (more: Partial<Mutation> = {}) =>
  toStored(
    toMutationOperation({ list: 'tags', requests: [], optimisticPatch: {}, failure: 'tags.failed.update', ...more }),
  )
const command = () => toStored({ id: 'command', kind: 'timer-command', items: [], payload: {} })
const toStored = (operation: NewOperation): Operation => ({ ...operation, after: [] })

const conflict = new ApiError('conflict', { message: 'Because', status: 409 })
const toasts = () => toastQueue.read().map(({ message }) => message)
const shownError = () => (renderHook(useGlobalError).result.current?.error as ApiError | undefined)?.message

beforeEach(() => {
  loadEnglish()
  dismissGlobalError()
  for (const { id } of toastQueue.read()) toastQueue.remove(id)
})

test('Q3 sent mutations are confirmed', () => {
  showSent([mutation(), command(), mutation(), mutation()], [])
  expect(toasts()).toEqual(['3 waiting changes have been sent'])
  expect(shownError()).toBeUndefined()
})

test('Q3 the timer’s commands need no confirmation', () => {
  showSent([command()], [])
  expect(toasts()).toEqual([])
})

test('Q4 refused operations are named, each with its reason', () => {
  const invalid = new ApiError('invalid', { message: 'Please check', details: { name: 'Too long' } })
  showSent(
    [mutation()],
    [
      { operation: mutation({ name: 'Deep work' }), error: conflict },
      { operation: mutation({ failure: 'tags.failed.create' }), error: invalid },
    ],
  )
  expect(shownError()).toBe('Failed to update tag (Deep work): Because. Failed to create tag: Too long.')
  expect(toasts()).toEqual(['1 waiting change has been sent'])
})

test('Y7 a refused command of the timer is told, too', () => {
  showSent([], [{ operation: command(), error: conflict }])
  expect(shownError()).toBe('A timer action was not accepted: Because.')
  expect(toasts()).toEqual([])
})
