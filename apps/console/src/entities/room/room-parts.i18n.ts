import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  pc_is: 'PC {{presence}}',
  pc_none: '未绑定 PC',
}

const en: Shape<typeof zh> = {
  pc_is: 'PC: {{presence}}',
  pc_none: 'No PC',
}

declare module '#client/i18n.ts' {
  interface Texts {
    room_parts: typeof zh
  }
}
addTexts('room_parts', { zh, en })
