import { areas } from './areas.ts'
import { pathOf, words, type Words } from '../kernel/words.ts'
import { actWords } from './acts.ts'

/** The label of the first half of each permission code: 直播间 for `room.look`. */
export const domains: Readonly<Record<string, Words>> = Object.fromEntries(
  areas.map(({ name, called }) => [name, called]),
)

/** The domain of a permission code: `room` of `room.play`. */
export const domainOf = (action: string): string => action.slice(0, action.lastIndexOf('.'))

export const domainWords = (domain: string): Words => domains[domain] ?? words(domain, domain)

/** The whole label of a right, for places outside the list of rights: 直播间 · 查看 for `room.look`. */
export const rightWords = (action: string): Words =>
  pathOf([domainWords(domainOf(action)), actWords(action)])
