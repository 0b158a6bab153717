import { useEffect, useEffectEvent, useState } from 'react'
import {
  CloudDownloadOutlined,
  CloudUploadOutlined,
  FileProtectOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { megabytes } from '@kaibo/contract/upload/upload.rules.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { PublishState, ResourceKind } from '@kaibo/contract/voice/voice.enums.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useCan } from '#client/rights.ts'
import { act } from '#kit/action/act.ts'
import { EDIT } from '#kit/action/faces.tsx'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { columnsOf } from '#kit/list/columns-of.tsx'
import { ListBody, ListNews } from '#kit/list/list-pieces.tsx'
import { useListControl, type ListSettings } from '#kit/list/use-list-control.ts'
import { listWords } from '#kit/noun/phrases.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import { Status } from '#kit/status/status.tsx'
import { PUBLISH_TONES } from '../voice.tones.ts'
import { ResourceForm } from '../forms/resource.form.tsx'
import { NaturalButton } from './natural-button.tsx'
import styles from '../voice.module.css'
import '../voice.i18n.ts'

const t = wordsOf('voice')
/** Somebody is to accept its licence. */
const isAsked = ({ servers }: ResourceRow) =>
  servers.some(({ state }) => state === PublishState.licence)

const { column, text, instant } = columnsOf(voiceApi.resources, voiceApi.saveResource)

const resources: ListSettings<typeof voiceApi.resources> = {
  name: 'voice.resources',
  words: listWords(nouns.voiceResource, { title: t('resources'), hint: t('resources_none') }),
  endpoint: voiceApi.resources,
  rowKey: 'resource_id',
  nameOf: ({ name }) => name,
  columns: [
    text('name', { width: 160, title: nouns.voiceResource }),
    column<ResourceRow>('kind', { width: 110, card: 'meta' }, ({ kind }, { lang }) =>
      labelOf(ResourceKind, kind, lang),
    ),
    column<ResourceRow>(
      'revision',
      { width: 90, card: 'meta' },
      ({ revision }, { lang }) => t('published', { revision })[lang],
    ),
    column<ResourceRow>('bytes', { width: 90, align: 'right' }, ({ bytes }) => megabytes(bytes)),
    column<ResourceRow>('servers', { width: 320, wrap: true, card: 'meta' }, (row, { lang }) =>
      row.servers.length === 0 ? (
        t('unpublished')[lang]
      ) : (
        <ul className={styles.plain}>
          {row.servers.map(({ server_id, server, state, error, revision }) => (
            <li key={server_id}>
              <Status tone={PUBLISH_TONES[state]}>
                {server} {labelOf(PublishState, state, lang)}
                {revision > 0 ? ` · ${t('published', { revision })[lang]}` : ''}
              </Status>
              {error === null ? null : <div className={styles.soft}>{error}</div>}
            </li>
          ))}
        </ul>
      ),
    ),
    instant('updated_at', { width: 140 }),
  ],
  actions: [
    act<ResourceRow, typeof voiceApi.publish>(voiceApi.publish, {
      name: 'publish',
      label: t('publish'),
      icon: <CloudUploadOutlined aria-hidden />,
      applies: (row) => row.sha256 !== '' && !isAsked(row),
      Dialog: lazily(async () => (await import('./publish-dialog.tsx')).PublishDialog),
    }),
    act<ResourceRow, typeof voiceApi.fetchNatural>(voiceApi.fetchNatural, {
      name: 'fetch',
      label: t('fetch'),
      icon: <CloudDownloadOutlined aria-hidden />,
      applies: ({ kind, sha256, servers }) =>
        kind === ResourceKind.model &&
        sha256 === '' &&
        servers.every(({ state }) => state === PublishState.failed),
      Dialog: lazily(async () => (await import('./fetch-dialog.tsx')).FetchDialog),
    }),
    act<ResourceRow, typeof voiceApi.acceptLicence>(voiceApi.acceptLicence, {
      name: 'licence',
      label: t('licence_open'),
      icon: <FileProtectOutlined aria-hidden />,
      applies: isAsked,
      Dialog: lazily(async () => (await import('./licence-dialog.tsx')).LicenceDialog),
    }),
    act<ResourceRow, typeof voiceApi.saveResource>(voiceApi.saveResource, {
      ...EDIT,
      Dialog: ResourceForm,
    }),
  ],
}

const MOVING: ReadonlySet<ResourceRow['servers'][number]['state']> = new Set([
  PublishState.fetching,
  PublishState.wait,
  PublishState.draining,
  PublishState.sending,
  PublishState.testing,
])

/** What is brought to servers, and how far each is on its way. */
export function ResourceList() {
  const say = useText('voice')
  const list = useListControl(resources, { prefix: 'res.' })
  const [isAdding, setAdding] = useState(false)
  // Whoever has something published watches how far it comes: that is not held back as other changes are
  const isMoving = list.rows.some(({ servers }) => servers.some(({ state }) => MOVING.has(state)))
  const { news } = list
  const take = useEffectEvent(() => list.takeNews())
  useEffect(() => {
    if (isMoving && news > 0) take()
  }, [isMoving, news])
  return (
    <section className={styles.card} aria-label={say('resources')}>
      <div className={styles.line}>
        <h2>{say('resources')}</h2>
        <div className={styles.buttons}>
          <NaturalButton />
          <AddButton onClick={() => setAdding(true)} />
        </div>
      </div>
      <ListNews list={list} />
      <ListBody list={list} />
      {isAdding ? <ResourceForm onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  const say = useText('voice')
  const speak = useSpeak()
  const may = useCan(voiceApi.saveResource.can)
  const face = { icon: <PlusOutlined aria-hidden />, children: say('add_resource') }
  if (may === true) return <Button {...face} onClick={onClick} />
  return <RefusedButton {...face} reason={speak(may)} missing={voiceApi.saveResource.can} />
}
