import { addTexts, type Shape } from '#client/i18n.ts'

const zh = { why: '为什么？' }
const en: Shape<typeof zh> = { why: 'Why?' }

declare module '#client/i18n.ts' {
  interface Texts {
    why: typeof zh
  }
}

addTexts('why', { zh, en })
