import { areas } from './areas.ts'
import { pathOf, words, type Words } from '../kernel/words.ts'
import { actWords } from './acts.ts'

/** What the groups of rights are called: the first half of a permission code. */
export const domains: Readonly<Record<string, Words>> = Object.fromEntries(
  areas.map(({ name, called }) => [name, called]),
)

/** The domain of a permission code: `room` of `room.play`. */
export const domainOf = (action: string): string => action.slice(0, action.lastIndexOf('.'))

export const domainWords = (domain: string): Words => domains[domain] ?? words(domain, domain)

/** 直播间 · 查看 of `room.look`: how a right is called wherever it stands alone. */
export const rightWords = (action: string): Words =>
  pathOf([domainWords(domainOf(action)), actWords(action)])
