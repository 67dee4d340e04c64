import { lazy, Suspense } from 'react'
import { loadQuestions } from './load-questions.ts'
import type { Asked } from './useControls.ts'

const Questions = lazy(() => loadQuestions().then((module) => ({ default: module.Questions })))

/** What is to be asked now, if anything. */
export function AskedQuestion({ asked }: { asked: Asked | undefined }) {
  return (
    asked !== undefined && (
      <Suspense>
        <Questions {...asked} />
      </Suspense>
    )
  )
}
