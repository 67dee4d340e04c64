import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

afterEach(cleanup)

class Boundary extends Component<{ children: ReactNode }, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override render() {
    return this.state.isFailed ? <p>failed</p> : <Suspense fallback={<p>loading</p>}>{this.props.children}</Suspense>
  }
}

test('O48 a component that failed to load shows the error once, and loads when it is opened again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  let loads = 0
  const Panel = lazyComponent(async () => {
    loads += 1
    if (loads === 1) throw new Error('no network')
    return { default: ({ name }: { name: string }) => <p>panel of {name}</p> }
  })
  const open = (key: string) =>
    act(async () => {
      rendered.rerender(
        <Boundary key={key}>
          <Panel name="Ann" />
        </Boundary>,
      )
    })

  const rendered = render(<p>closed</p>)
  await open('first')
  expect(screen.getByText('failed')).toBeDefined()
  expect(loads).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText('failed')).toBeDefined()
  await open('second')
  expect(screen.getByText('panel of Ann')).toBeDefined()
  await open('third')
  expect(screen.getByText('panel of Ann')).toBeDefined()
  expect(loads).toBe(2)
})
