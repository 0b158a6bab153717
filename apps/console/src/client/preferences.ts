import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { Preferences } from '@kaibo/contract/auth/auth.schema.ts'
import { call } from './http.ts'
import { setLanguage } from './language.ts'
import { refresh } from './query.ts'
import { currentSession, overrideInfo, onSession, rememberInfo } from './session.ts'
import { chooseTheme } from './theme-choice.ts'

/** Applies the person's preferences on this machine. */
export function applyPreferences({ language, theme }: Preferences): void {
  if (language) setLanguage(language)
  if (theme) chooseTheme(theme)
}

/** Changed in this login and not yet confirmed by the server: an older answer must not undo it. */
let unconfirmed: Preferences = {}
overrideInfo((info) => ({ ...info, preferences: { ...info.preferences, ...unconfirmed } }))

let login = currentSession().token
onSession(() => {
  const { token } = currentSession()
  if (token !== login) unconfirmed = {}
  login = token
})

/** Counts changes: if two answers arrive out of order, that of the later change counts. */
let choices = 0

/** Applies a change at once and saves it on the server; if that fails it still applies on this machine. */
export function savePreference(part: Preferences): void {
  applyPreferences(part)
  const { token, info } = currentSession()
  if (!info) return
  unconfirmed = { ...unconfirmed, ...part }
  rememberInfo(info)
  if (info.must || info.view_as) return
  const choice = ++choices
  const confirm = (saved: typeof info) => {
    if (currentSession().token !== token) return
    unconfirmed = without(unconfirmed, part)
    if (choice === choices) rememberInfo(saved)
    // A request that is under way is older than the change, so it is sent again.
    refresh(authApi.info)
  }
  void call(authApi.editSelf, { preferences: part }, { silent: true })
    .then(confirm)
    .catch(() => undefined)
}

/** Without the entries of `part`, unless they were changed again. */
function without(some: Preferences, part: Preferences): Preferences {
  const left = { ...some }
  for (const key of Object.keys(part) as (keyof Preferences)[])
    if (left[key] === part[key]) delete left[key]
  return left
}
