import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { DurationField } from './DurationField.tsx'

beforeAll(startI18n)
afterEach(cleanup)

/** Clicks as the engines do: each has its own moment to place the caret. */
const CLICKS = {
  WebKit: (field: HTMLInputElement, caret: number) => {
    const hadFocus = document.activeElement === field
    fireEvent.mouseDown(field)
    act(() => field.focus())
    if (hadFocus) field.setSelectionRange(caret, caret)
    const isAllowed = fireEvent.mouseUp(field)
    fireEvent.click(field)
    // A click into a selection drops it, after the click event.
    if (isAllowed) field.setSelectionRange(caret, caret)
  },
  Firefox: (field: HTMLInputElement, caret: number) => {
    fireEvent.mouseDown(field)
    field.setSelectionRange(caret, caret)
    act(() => field.focus())
    fireEvent.mouseUp(field)
    fireEvent.click(field)
  },
  'old Chrome': (field: HTMLInputElement, caret: number) => {
    fireEvent.mouseDown(field)
    act(() => field.focus())
    field.setSelectionRange(caret, caret)
    fireEvent.mouseUp(field)
    fireEvent.click(field)
  },
}

test.each(Object.entries(CLICKS))(
  'F10 in %s the click that focuses a duration selects it, and another click places the caret',
  (_engine, click) => {
    render(<DurationField milliseconds={90 * 60_000} onChange={() => {}} error={undefined} autoFocus={false} />)
    const field = screen.getByRole<HTMLInputElement>('textbox')
    const clickAt = (caret: number) => {
      click(field, caret)
      return [field.selectionStart, field.selectionEnd]
    }
    expect(field.value).toBe('1:30:00')
    expect(clickAt(7)).toEqual([0, 7])
    expect(clickAt(4)).toEqual([4, 4])
    expect(clickAt(2)).toEqual([2, 2])
  },
)
