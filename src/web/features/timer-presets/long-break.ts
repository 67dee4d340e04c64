import type { LongBreak } from '#contract/timer-presets.ts'
import type { Translate } from '#web/i18n/i18n.ts'

export const describeLongBreak = ({ duration, every }: LongBreak, t: Translate) =>
  t('presets.longBreak.plan', { minutes: duration, count: every })
