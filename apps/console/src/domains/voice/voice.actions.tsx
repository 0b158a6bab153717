import { CheckCircleOutlined, SoundOutlined, StopOutlined } from '@ant-design/icons'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { VoiceRow } from '@kaibo/contract/voice/voice.schema.ts'
import type { ServerRow } from '@kaibo/contract/voice/voice.server.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { act, creation } from '#kit/action/act.ts'
import { DELETE, EDIT } from '#kit/action/faces.tsx'
import type { Action } from '#kit/action/action.ts'
import { withHistory } from '#kit/history/history-act.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './voice.i18n.ts'

const t = wordsOf('voice')

export const createServer = creation(voiceApi.saveServer, nouns.voiceServer)
export const createVoice = creation(voiceApi.add, nouns.voice)

const isOpen = ({ enabled }: { enabled: number }) => enabled === OpenStatus.open
const BUILT_IN = words('内置的不能删除', 'What is built in cannot be deleted')
const mayGo = ({ builtin }: { builtin: number }) => builtin === IsOrNot.not || BUILT_IN

export const serverActions: Action<ServerRow>[] = [
  act<ServerRow>(voiceApi.saveServer, {
    ...EDIT,
    idOf: ({ server_id }) => server_id,
    Form: lazily(async () => (await import('./forms/server.form.tsx')).ServerForm),
  }),
  act<ServerRow, typeof voiceApi.delServer>(voiceApi.delServer, {
    ...DELETE,
    enabled: mayGo,
    confirm: ({ name }) => ({
      title: words(`删除语音服务器「${name}」`, `Delete the voice server “${name}”`),
      hint: t('delete_server'),
    }),
    input: ({ server_id }) => ({ server_id }),
  }),
]

export const voiceActions: Action<VoiceRow>[] = [
  act<VoiceRow, typeof voiceApi.test>(voiceApi.test, {
    name: 'test',
    label: t('test'),
    icon: <SoundOutlined aria-hidden />,
    applies: isOpen,
    Dialog: lazily(async () => (await import('./parts/test-dialog.tsx')).TestDialog),
  }),
  ...withHistory(
    'voice',
    act<VoiceRow>(voiceApi.edit, {
      ...EDIT,
      idOf: ({ voice_id }) => voice_id,
      Form: lazily(async () => (await import('./forms/voice.form.tsx')).VoiceForm),
    }),
    ({ name }) => name,
  ),
  act<VoiceRow, typeof voiceApi.edit>(voiceApi.edit, {
    name: 'disable',
    label: t('disable'),
    icon: <StopOutlined aria-hidden />,
    danger: true,
    tucked: true,
    applies: isOpen,
    confirm: ({ name }) => ({
      title: t('disable_title', { name }),
      hint: t('disable_voice'),
    }),
    input: ({ voice_id, version }) => ({ voice_id, version, enabled: OpenStatus.close }),
  }),
  act<VoiceRow, typeof voiceApi.edit>(voiceApi.edit, {
    name: 'enable',
    label: t('enable'),
    icon: <CheckCircleOutlined aria-hidden />,
    applies: (row) => !isOpen(row),
    input: ({ voice_id, version }) => ({ voice_id, version, enabled: OpenStatus.open }),
  }),
  act<VoiceRow, typeof voiceApi.del>(voiceApi.del, {
    ...DELETE,
    enabled: mayGo,
    confirm: ({ name }) => ({
      title: words(`删除音色「${name}」`, `Delete the voice “${name}”`),
      hint: t('delete_voice'),
    }),
    input: ({ voice_id }) => ({ voice_id }),
  }),
]
