import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { clientList } from '#web/features/clients/queries.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { tagList } from '#web/features/tags/queries.ts'
import { taskList } from '#web/features/tasks/queries.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { withDistinctColors } from './create-group-labels.ts'
import { useGroupLabels } from './useGroupLabels.ts'

beforeAll(loadEnglish)

const SKY = '#0284c7'
const items = (...colors: string[]) =>
  colors.map((color, index) => ({ id: String(index).padStart(2, '0'), name: 'x', color }))

test('U38 of items with the same colour all but the first get an unused one', () => {
  const colors = withDistinctColors(items(SKY, '#dc2626', SKY, SKY)).map(({ color }) => color)
  expect(colors.slice(0, 2)).toEqual([SKY, '#dc2626'])
  expect(new Set(colors)).toHaveLength(4)
})

test('U38 items keep their colours when the order of the list changes or others are added', () => {
  const few = withDistinctColors(items(SKY, SKY))
  expect(withDistinctColors(items(SKY, SKY, SKY).toReversed()).slice(0, 2)).toEqual(few)
})

test('U38 with more items than colours the remaining ones keep their own', () => {
  const colors = withDistinctColors(items(...Array<string>(20).fill(SKY))).map(({ color }) => color)
  expect(new Set(colors)).toHaveLength(12)
  expect(colors.at(-1)).toBe(SKY)
})

test('U38 two projects of one colour both keep it', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  for (const { query } of [clientList, taskList, tagList]) client.setQueryData(query.queryKey, [])
  client.setQueryData([...projectList.query.queryKey], items(SKY, SKY))
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  const { result } = renderHook(() => useGroupLabels('2026-11-19'), { wrapper })
  expect(['00', '01'].map((id) => result.current('project', id).color)).toEqual([SKY, SKY])
})
