/** What people read: in Chinese, and in English for whoever reads English. */
export interface Words {
  readonly zh: string
  readonly en: string
}

export type Lang = keyof Words

/** A text that is the same in both languages, or known in one only: a name, what a PC reports. */
export const asIs = (text: string): Words => ({ zh: text, en: text })

export const words = (zh: string, en: string): Words => ({ zh, en })

/** A list, with the comma of each language: `离线、未绑定`. */
export const listed = (parts: readonly Words[]): Words => joined(parts, '、', ', ')

/** With details after a colon, if there are any: `平台连接已断开：超时`. */
export const about = (what: Words, more: Words | undefined): Words =>
  more ? words(`${what.zh}：${more.zh}`, `${what.en}: ${more.en}`) : what

/** With a remark in brackets: `直播账号（已停用）`. */
export const bracketed = (what: Words, aside: Words): Words =>
  words(`${what.zh}（${aside.zh}）`, `${what.en} (${aside.en})`)

/** 负责人 · 昵称 */
export const pathOf = (parts: readonly Words[]): Words => joined(parts, ' · ', ' · ')

const joined = (parts: readonly Words[], zh: string, en: string): Words => ({
  zh: parts.map((part) => part.zh).join(zh),
  en: parts.map((part) => part.en).join(en),
})
