import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { Preferences } from '@kaibo/contract/auth/auth.schema.ts'
import { call } from './http.ts'
import { chooseLanguage } from './language.ts'
import { currentSession, rememberInfo } from './session.ts'
import { chooseTheme } from './theme-choice.ts'

/** How the person likes the console, on this machine from now on. */
export function applyPreferences({ language, theme }: Preferences): void {
  if (language) void chooseLanguage(language)
  if (theme) chooseTheme(theme)
}

/** At once here, and on the server for the next machine; where that fails it still holds here. */
export function savePreference(part: Preferences): void {
  applyPreferences(part)
  const { info } = currentSession()
  if (!info) return
  const preferences = { ...info.preferences, ...part }
  rememberInfo({ ...info, preferences })
  if (info.must || info.viewing) return
  void call(authApi.editSelf, { preferences }, { silent: true })
    .then(rememberInfo)
    .catch(() => undefined)
}
