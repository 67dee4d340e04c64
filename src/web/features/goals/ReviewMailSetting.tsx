import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Switch } from '#web/ui/fields/Switch.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { reviewMailQuery, useSetReviewMail } from './queries.ts'

/** Turns the mail with the review of each week on and off. */
export function ReviewMailSetting() {
  const { t } = useTranslation()
  const { data } = useQuery(reviewMailQuery)
  const { mutate, isPending, variables, error } = useSetReviewMail()
  return (
    <div className="border-t border-line pt-3.5">
      <Switch
        isSelected={isPending ? variables : (data?.isOn ?? false)}
        isReadOnly={isPending || data === undefined}
        onChange={(isOn) => mutate(isOn)}
        help={t('settings.goals.mailHelp')}
      >
        {t('settings.goals.mail')}
      </Switch>
      <p role="alert" className={`${classes.error} empty:hidden`}>
        {error === null ? undefined : errorMessage(error, t, 'settings.failed.update')}
      </p>
    </div>
  )
}
