import { Image, Printer } from 'lucide-react'
import type { WeekReview } from '#contract/goals/review.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import type { ReviewNames } from './useReviewNames.ts'

interface ReviewActionsProps {
  review: WeekReview | undefined
  /** The days of the week in words. */
  title: string
  today: string
  names: ReviewNames
  onPrint: () => void
}

/** Print, which can save a PDF, and a picture to share. */
export function ReviewActions({ review, title, today, names, onPrint }: ReviewActionsProps) {
  const translation = useTranslation()
  const { theme } = useTheme()
  const { t } = translation
  const saveImage = async () => {
    if (review === undefined) return
    try {
      const { saveReviewImage } = await import('./review-image.ts')
      await saveReviewImage(review, { title, today, theme, names, translation })
    } catch {
      toast.show(t('ui.failed'), { tone: 'danger' })
    }
  }
  const isEmpty = review === undefined || review.milliseconds === 0
  return (
    <>
      <Button variant="ghost" icon={<Printer {...ICON} />} disabled={isEmpty} onClick={onPrint}>
        {t('reports.print')}
      </Button>
      <Button variant="ghost" icon={<Image {...ICON} />} disabled={isEmpty} onClick={() => void saveImage()}>
        {t('reports.review.image')}
      </Button>
    </>
  )
}

const ICON = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const
