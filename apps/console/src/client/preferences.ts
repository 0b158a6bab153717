import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { Preferences } from '@kaibo/contract/auth/auth.schema.ts'
import { call } from './http.ts'
import { setLanguage } from './language.ts'
import { refresh } from './query.ts'
import { currentSession, overrideInfo, onSession, rememberInfo } from './session.ts'
import { chooseTheme } from './theme-choice.ts'

/** How the person likes the console, on this machine from now on. */
export function applyPreferences({ language, theme }: Preferences): void {
  if (language) setLanguage(language)
  if (theme) chooseTheme(theme)
}

/** Chosen in this login and not confirmed: an answer that was asked for before does not undo it. */
let unconfirmed: Preferences = {}
overrideInfo((info) => ({ ...info, preferences: { ...info.preferences, ...unconfirmed } }))

let login = currentSession().token
onSession(() => {
  const { token } = currentSession()
  if (token !== login) unconfirmed = {}
  login = token
})

/** How often something was chosen: of two answers that overtake each other the later choice's is the newer. */
let choices = 0

/** At once here, and on the server for the next machine; where that fails it still holds here. */
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
    // One that is under way was asked for before: it is left, and asked for again.
    refresh(authApi.info)
  }
  void call(authApi.editSelf, { preferences: part }, { silent: true })
    .then(confirm)
    .catch(() => undefined)
}

/** What was chosen otherwise since stays. */
function without(some: Preferences, part: Preferences): Preferences {
  const left = { ...some }
  for (const key of Object.keys(part) as (keyof Preferences)[])
    if (left[key] === part[key]) delete left[key]
  return left
}
