import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { DurationField } from './DurationField.tsx'

beforeAll(startI18n)
afterEach(cleanup)

test('the click that focuses a duration selects it, so that typing replaces it; another click places the caret', () => {
  render(<DurationField milliseconds={90 * 60_000} onChange={() => {}} error={undefined} autoFocus={false} />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  const click = (caret: number) => {
    fireEvent.pointerDown(field)
    act(() => field.focus())
    // WebKit places the caret after the focus event.
    field.setSelectionRange(caret, caret)
    fireEvent.click(field)
    return [field.selectionStart, field.selectionEnd]
  }
  expect(field.value).toBe('1:30:00')
  expect(click(7)).toEqual([0, 7])
  expect(click(4)).toEqual([4, 4])
})
