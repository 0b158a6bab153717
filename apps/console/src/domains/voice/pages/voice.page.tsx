import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { ServerState } from '@kaibo/contract/voice/voice.enums.ts'
import { VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import type { ServerRow } from '@kaibo/contract/voice/voice.server.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { EmptyCell } from '#kit/cell/cell.tsx'
import { columnsOf, nameColumn } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { Status } from '#kit/status/status.tsx'
import { ActHost } from '#kit/action/act-host.tsx'
import { createServer, serverActions } from '../voice.actions.tsx'
import { SERVER_TONES } from '../voice.tones.ts'
import { PortBoard } from '../parts/port-board.tsx'
import { PortHeat } from '../parts/port-heat.tsx'
import { ResourceList } from '../parts/resource-list.tsx'
import '../voice.i18n.ts'

const t = wordsOf('voice')
const { column, instant, filter } = columnsOf(voiceApi.servers, voiceApi.saveServer)

const servers: ListPageProps<typeof voiceApi.servers> = {
  name: 'voice.servers',
  words: listWords(nouns.voiceServer, {
    title: words('语音服务', 'Voice servers'),
    hint: t('hint'),
  }),
  endpoint: voiceApi.servers,
  rowKey: 'server_id',
  nameOf: ({ name }) => name,
  columns: [
    nameColumn(nouns.voiceServer, 160),
    column<ServerRow>('state', { width: 110, card: 'status' }, ({ state }, { lang }) => (
      <Status tone={SERVER_TONES[state]}>{labelOf(ServerState, state, lang)}</Status>
    )),
    column<ServerRow>('provider', { width: 90, card: 'meta' }, ({ provider }, { lang }) =>
      labelOf(VoiceProvider, provider, lang),
    ),
    column<ServerRow>('ports', { width: 80, align: 'right', card: 'meta' }, ({ ports }) => ports),
    column<ServerRow>('rooms', { width: 90, align: 'right', card: 'meta' }, ({ rooms }) => rooms),
    column<ServerRow>('voices', { width: 80, align: 'right', card: 'meta' }, (row) => row.voices),
    column<ServerRow>('base_url', { width: 260, wrap: true }, ({ base_url }) =>
      base_url === '' ? <EmptyCell /> : base_url,
    ),
    column<ServerRow>('model', { width: 120 }, ({ model }) =>
      model === '' ? <EmptyCell /> : model,
    ),
    instant('updated_at', { width: 140 }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, t('find')),
    filter({ kind: 'enum', name: 'provider', of: VoiceProvider }),
    filter({ kind: 'enum', name: 'enabled', of: OpenStatus }),
  ],
  actions: serverActions,
  create: createServer,
  find: (server_id) => ({ server_id }),
}

/** What rooms are spoken by: servers, what each port does, what they did in a day, and what is brought to them. */
export default function VoicePage() {
  return (
    <>
      <ListPage {...servers} />
      <PortBoard />
      <PortHeat />
      <ActHost>
        <ResourceList />
      </ActHost>
    </>
  )
}
