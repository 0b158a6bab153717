import { addTexts, type Shape } from '#client/i18n.ts'

// Apart from the profile's, because it comes with every page.
const zh = {
  line: '你的账号在一台新设备上登录：{{device}}，{{ip}}，{{at}}。',
  know: '是我',
  not_me: '不是我，让它退出',
  put_away: '收起这条提醒',
}
const en: Shape<typeof zh> = {
  line: 'Your account has logged in on a new device: {{device}}, {{ip}}, {{at}}.',
  know: 'It is mine',
  not_me: 'Not me: log it out',
  put_away: 'Put this notice away',
}

declare module '#client/i18n.ts' {
  interface Texts {
    new_device: typeof zh
  }
}
addTexts('new_device', { zh, en })
