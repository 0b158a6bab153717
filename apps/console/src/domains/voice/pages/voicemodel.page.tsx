import { AuthExpireStatus, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { VoiceGender, VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import { type VoiceRow } from '@kaibo/contract/voice/voice.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { columnsOf, enabledColumn, nameColumn } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { Status } from '#kit/status/status.tsx'
import { createVoice, voiceActions } from '../voice.actions.tsx'
import { LICENCE_TONES } from '../voice.tones.ts'
import { NaturalButton } from '../parts/natural-button.tsx'
import styles from '../voice.module.css'
import '../voice.i18n.ts'

const t = wordsOf('voice')
const { column, text, instant, filter } = columnsOf(voiceApi.list, voiceApi.add)

const voices: ListPageProps<typeof voiceApi.list> = {
  name: 'voice',
  words: listWords(nouns.voice, { title: nouns.voice, hint: t('voices_hint') }),
  endpoint: voiceApi.list,
  rowKey: 'voice_id',
  nameOf: ({ name }) => name,
  columns: [
    nameColumn(nouns.voice, 160),
    enabledColumn,
    column<VoiceRow>('provider', { width: 90, card: 'meta' }, ({ provider }, { lang }) =>
      labelOf(VoiceProvider, provider, lang),
    ),
    column<VoiceRow>('gender', { width: 80, card: 'meta' }, ({ gender }, { lang }) =>
      labelOf(VoiceGender, gender, lang),
    ),
    column<VoiceRow>(
      'expire_status',
      { width: 110, card: 'meta' },
      ({ expire_status }, { lang }) => (
        <Status tone={LICENCE_TONES[expire_status]}>
          {labelOf(AuthExpireStatus, expire_status, lang)}
        </Status>
      ),
    ),
    column<VoiceRow>('rooms', { width: 180, wrap: true, card: 'meta' }, ({ rooms }, { lang }) =>
      rooms.length === 0 ? t('no_rooms')[lang] : rooms.map(({ name }) => name).join('、'),
    ),
    column<VoiceRow>('servers', { width: 160, wrap: true }, ({ servers }) =>
      servers.map(({ name }) => name).join('、'),
    ),
    text('engine_voice', { width: 130 }),
    column<VoiceRow>('speed', { width: 80, align: 'right' }, ({ speed }) => speed),
    column<VoiceRow>(
      'org',
      { width: 130 },
      ({ org }, { lang }) => org?.name ?? t('all_orgs')[lang],
    ),
    instant('updated_at', { width: 140 }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, t('find')),
    filter({ kind: 'enum', name: 'provider', of: VoiceProvider }),
    filter({ kind: 'enum', name: 'expire_status', of: AuthExpireStatus }),
    filter({ kind: 'enum', name: 'enabled', of: OpenStatus }),
  ],
  actions: voiceActions,
  create: createVoice,
  above: () => (
    <div className={styles.above}>
      <NaturalButton />
    </div>
  ),
  find: (voice_id) => ({ voice_id }),
}

export default function VoicemodelPage() {
  return <ListPage {...voices} />
}
