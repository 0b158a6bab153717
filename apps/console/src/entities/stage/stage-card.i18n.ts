import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '画面',
  unknown: '这台 PC 没有上报画面',
  closed: '没有打开',
  obs: 'OBS 播出中',
  obs_hidden: 'OBS 没有显示它',
  browser: '浏览器播出中',
  blocked: '浏览器没有声音：在画面上点一下',
  pages: '打开了 {{count}} 个，只有一个播出',
  fps: '{{fps}} 帧',
  no_voice: 'PC 没有语音，只出字幕',
  no_label: '看不到“AI生成”标识',
  missing: '无法显示：{{names}}',
  unrecorded: '录制已停：{{why}}',
  link: 'OBS 链接',
  hint: '在那台 PC 的 OBS 里添加浏览器源，1080×1920。链接只给可信的人。',
  open: '在这台 PC 上打开',
  preview: '看预览',
  preview_of: '画面预览 · {{name}}',
  preview_link: '预览链接',
  preview_hint: '不用登录就能看，没有声音，24 小时内有效，最多 5 个。只给可信的人。',
  preview_renew: '换预览链接',
  renew: '换链接',
  renew_title: '更换“{{name}}”的画面链接？',
  renew_hint: '旧链接马上失效，OBS 里要换成新的。',
}

const en: Shape<typeof zh> = {
  title: 'Stage',
  unknown: 'The PC has not reported a stage',
  closed: 'Not open',
  obs: 'On in OBS',
  obs_hidden: 'OBS does not show it',
  browser: 'On in a browser',
  blocked: 'The browser is silent: click on the stage once',
  pages: '{{count}} are open, one of them plays',
  fps: '{{fps}} fps',
  no_voice: 'The PC has no voice: subtitles only',
  no_label: 'The AI label cannot be seen',
  missing: 'Cannot be shown: {{names}}',
  unrecorded: 'Recording has stopped: {{why}}',
  link: 'Link for OBS',
  hint: 'Add it as a browser source in OBS on that PC, 1080×1920. Give it only to people you trust.',
  open: 'Open on this PC',
  preview: 'Preview',
  preview_of: 'Preview · {{name}}',
  preview_link: 'Preview link',
  preview_hint:
    'Anybody who has it can watch without a login and without sound, for 24 hours; five at most. Give it only to people you trust.',
  preview_renew: 'Renew preview link',
  renew: 'Renew link',
  renew_title: 'Renew the link of the stage of “{{name}}”?',
  renew_hint: 'The old link stops at once; OBS needs the new one.',
}

declare module '#client/i18n.ts' {
  interface Texts {
    stage_card: typeof zh
  }
}
addTexts('stage_card', { zh, en })
