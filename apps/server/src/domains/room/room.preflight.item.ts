import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { bracketed, listed, words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Preflight, PreflightItem } from '@kaibo/contract/room/room.schema.ts'

const TITLES = {
  account: nouns.liveAccount,
  account_free: words('账号未被占用', 'Account free'),
  org: nouns.org,
  pc: nouns.pc,
  pc_online: words('PC在线', 'PC online'),
  pc_free: words('PC未被占用', 'PC free'),
  pc_version: words('客户端版本', 'PC’s version'),
  clock: words('PC时钟', 'PC’s clock'),
  source: words('事件来源', 'Source of events'),
  rules: words('话术规则', 'Talk rules'),
  licence: words('形象与音色授权', 'Licences of actor and voice'),
  scene: words('画面', 'Scene'),
  voice: words('声音', 'Voice'),
  plan: nouns.plan,
  draw: nouns.draw,
} as const satisfies Record<string, Words>
export type Check = keyof typeof TITLES

/** One check, in both languages. */
export interface Item extends Omit<PreflightItem, 'title' | 'evidence' | 'fix'> {
  title: Words
  evidence: Words
  fix: { text: Words; path: string | null } | null
}

export interface Checked {
  ready: boolean
  list: Item[]
}

/** The result in the reader's language. */
export const inLanguage = ({ ready, list }: Checked, lang: Lang): Preflight => ({
  ready,
  list: list.map(({ title, evidence, fix, ...rest }) => ({
    ...rest,
    title: title[lang],
    evidence: evidence[lang],
    fix: fix && { text: fix.text[lang], path: fix.path },
  })),
})

/** Why a room cannot start. */
export const reasonsIn = ({ list }: Checked): Words =>
  listed(
    list
      .filter(({ level }) => level === 'block')
      .map(({ title, evidence }) => bracketed(title, evidence)),
  )

const item = (check: Check, level: Item['level'], evidence: Words, fix: Item['fix']): Item => ({
  check,
  title: TITLES[check],
  level,
  evidence,
  fix,
})

export const pass = (check: Check, evidence: Words) => item(check, 'pass', evidence, null)
export const warn = (check: Check, evidence: Words, text: Words, fix: { path?: string } = {}) =>
  item(check, 'warn', evidence, { text, path: fix.path ?? null })
export const block = (check: Check, evidence: Words, text: Words, fix: { path?: string } = {}) =>
  item(check, 'block', evidence, { text, path: fix.path ?? null })
