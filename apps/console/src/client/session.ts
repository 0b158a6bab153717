import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { PassportInfo, UserInfo } from '@kaibo/contract/auth/auth.schema.ts'
import { loginExpiredText } from '@kaibo/contract/facts/codes.ts'
import { currentLanguage } from './language.ts'
import { signal } from './signal.ts'
import { entry, storedName } from './storage.ts'
import { currentViewAs, forgetViewAs } from './view-as.ts'

/** How the last login ended: by the person, in another tab, or by the server with a message. */
export interface Ended {
  notice: string | null
  /** Whether the next login leads back to the same page. */
  comeBack: boolean
}

/** Who is logged in. `info` and `actions` are those of the last visit until the server has answered again (spec §4). */
export interface Session {
  readonly token: string | null
  readonly user: UserInfo | null
  readonly info: PassportInfo | null
  /** The authorisation list; `null` until it is known. */
  readonly actions: readonly string[] | null
  /** Why there is no login any more. */
  readonly ended: Ended | null
}

const stored = {
  token: entry('token', z.string(), { saved: true }),
  user: entry('user', UserInfo, { saved: true }),
  info: entry('info', PassportInfo, { saved: true }),
  actions: entry('actions', z.array(z.string())),
}

const nobody: Session = { token: null, user: null, info: null, actions: null, ended: null }
const changed = signal<void>()
let session = fromStorage()

export const currentSession = (): Session => session
export const useSession = (): Session =>
  useSyncExternalStore(changed.on, currentSession, currentSession)
export const onSession = changed.on

export function signIn(token: string, user: UserInfo): void {
  forgetViewAs()
  clearStorage()
  stored.token.write(token)
  stored.user.write(user)
  become({ ...nobody, token, user })
}

export function signOut(ended: Ended = { notice: null, comeBack: false }): void {
  clearStorage()
  become({ ...nobody, ended })
}

/**
 * Spec §8's login-expired event. Of several calls that fail together the first ends the login, the
 * others do nothing; the token is compared, so that a late answer cannot end a newer login.
 */
export function expire(token: string | null, msg: string): void {
  if (token === null || token !== session.token) return
  signOut({ notice: loginExpiredText(msg, currentLanguage()), comeBack: true })
}

let overlay = (info: PassportInfo): PassportInfo => info
/** Applied to every answer about the person: preferences they changed since the request was sent. */
export const overrideInfo = (over: typeof overlay): void => void (overlay = over)

export function rememberInfo(answer: PassportInfo): void {
  if (session.token === null) return
  const info = overlay(answer)
  if (isOneself()) {
    stored.info.write(info)
    stored.user.write(info.user)
  }
  if (!isSame(info, session.info) || !isSame(info.user, session.user))
    become({ ...session, info, user: info.user, actions: actionsBeside(info) })
}

/** A login that had to change its password or bind a code first had no rights. Its new rights are being loaded: until then no page refuses it. */
function actionsBeside(info: PassportInfo): Session['actions'] {
  const { actions } = session
  return session.info?.must && !info.must && actions?.length === 0 ? null : actions
}

export function rememberActions(actions: readonly string[]): void {
  if (session.token === null) return
  if (isOneself()) stored.actions.write([...actions])
  if (!isSame(actions, session.actions)) become({ ...session, actions })
}

/** Prevents renders for an unchanged answer. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function become(next: Session): void {
  session = next
  changed.emit()
}

function fromStorage(): Session {
  const token = stored.token.read()
  if (!token) return nobody
  return {
    token,
    user: stored.user.read() ?? null,
    info: (isOneself() && stored.info.read()) || null,
    actions: (isOneself() && stored.actions.read()) || null,
    ended: null,
  }
}

/** A tab that views as a group (`view-as.ts`) neither reads nor writes what is stored for the person's other tabs. */
function isOneself(): boolean {
  return currentViewAs() === undefined
}

function clearStorage(): void {
  for (const one of Object.values(stored)) one.remove()
}

/** Follows a login or logout in another tab. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== null && key !== storedName('token')) return
  const next = fromStorage()
  if (next.token === session.token) return
  forgetViewAs()
  become(next.token ? next : { ...nobody, ended: { notice: null, comeBack: true } })
}
if (typeof window !== 'undefined') window.addEventListener('storage', followOtherTabs)
