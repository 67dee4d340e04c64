import { type Language, LANGUAGES } from '#core/language.ts'
import { currentLanguage, setLanguage, useTranslation } from '#web/i18n/i18n.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { currentAppearance, setThemePreference, type ThemePreference, useTheme } from '#web/ui/theme/theme.ts'
import type { savePreferences } from './preferences.ts'

const THEMES = ['light', 'dark', 'system'] as const satisfies ThemePreference[]

/** Props for select controls of theme and language. `save` stores the choice in the account. */
export function usePreferences(save?: typeof savePreferences) {
  const { t } = useTranslation()
  const { preference } = useTheme()

  return {
    theme: {
      label: t('shell.theme.label'),
      value: preference,
      options: THEMES.map((theme) => ({ value: theme, label: t(`shell.theme.${theme}`) })),
      onChange: (theme: ThemePreference) => {
        setThemePreference(theme)
        save?.({ theme: currentAppearance().theme })
      },
    },
    language: {
      label: t('shell.language'),
      value: currentLanguage(),
      options: LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] })),
      onChange: (language: Language) => {
        void setLanguage(language)
        save?.({ preferredLanguage: language })
      },
    },
  }
}
