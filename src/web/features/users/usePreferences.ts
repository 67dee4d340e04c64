import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGES, type Language } from '#core/language.ts'
import { setLanguage } from '#web/i18n/i18n.ts'
import { LANGUAGE_NAMES } from '#web/i18n/language-names.ts'
import { setThemePreference, type ThemePreference, useTheme } from '#web/ui/theme.ts'

const THEMES = ['light', 'dark', 'system'] as const satisfies ThemePreference[]

/** The two choices that every screen offers, ready for any control that picks one of several. */
export function usePreferences() {
  const { t, i18n } = useTranslation()
  const { preference } = useTheme()

  return {
    theme: {
      label: t('shell.theme.label'),
      value: preference,
      options: THEMES.map((theme) => ({ value: theme, label: t(`shell.theme.${theme}`) })),
      onChange: setThemePreference,
    },
    language: {
      label: t('shell.language'),
      value: isLanguage(i18n.language) ? i18n.language : 'en',
      options: LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] })),
      onChange: (language: Language) => void setLanguage(language),
    },
  }
}
