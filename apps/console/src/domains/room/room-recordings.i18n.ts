import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '录制',
  open: '录制中',
  size: '{{mb}} MB',
  play: '播放',
  player: '录制的画面',
  download: '下载',
}

const en = {
  title: 'Recordings',
  open: 'Recording',
  size: '{{mb}} MB',
  play: 'Play',
  player: 'What was recorded',
  download: 'Download',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    room_recordings: typeof zh
  }
}

addTexts('room_recordings', { zh, en })
