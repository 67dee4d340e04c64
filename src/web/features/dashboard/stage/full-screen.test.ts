import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFullScreen } from './full-screen.ts'

afterEach(cleanup)

test('B5 a browser that does not know full screen never shows the stage over the whole page', () => {
  expect(document.fullscreenElement).toBeUndefined()
  const { result } = renderHook(() => useFullScreen())
  act(() => void document.dispatchEvent(new Event('fullscreenchange')))
  expect(result.current).toBe(false)
  expect(document.documentElement.style.overflow).toBe('')
})
