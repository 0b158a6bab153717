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

/** How often something was chosen: a late answer does not undo what was chosen since. */
let choices = 0

/** At once here, and on the server for the next machine; where that fails it still holds here. */
export function savePreference(part: Preferences): void {
  applyPreferences(part)
  const { token, info } = currentSession()
  if (!info) return
  rememberInfo({ ...info, preferences: { ...info.preferences, ...part } })
  if (info.must || info.viewing) return
  const choice = ++choices
  const isNewest = () => choice === choices && currentSession().token === token
  void call(authApi.editSelf, { preferences: part }, { silent: true })
    .then((saved) => isNewest() && rememberInfo(saved))
    .catch(() => undefined)
}
