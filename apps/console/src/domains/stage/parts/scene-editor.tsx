import { useState } from 'react'
import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Input, Segmented } from 'antd'
import { Link } from 'react-router'
import { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { Anchor, Apply, SceneAsset } from '@kaibo/contract/stage/anchor.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { MAX_LAYERS, type Layer, type StageAsset } from '@kaibo/contract/stage/scene.schema.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { paths } from '#kit/address/paths.ts'
import { useUnsaved } from '#kit/form/leave-guard.tsx'
import { PageHead } from '#kit/page-head/page-head.tsx'
import {
  added,
  assetLayer,
  canAdd,
  changed,
  duplicated,
  keeps,
  layerOf,
  plainLayer,
  raised,
  removed,
  withCo,
  type LayerChange,
} from '../scene.edit.ts'
import { editorKey } from '../use-editor-keys.ts'
import { namesOf } from '../scene.names.ts'
import { useLayerFocus } from '../use-layer-focus.ts'
import { usePictures } from '../use-pictures.ts'
import { useSceneDraft } from '../use-scene-draft.ts'
import { AnchorPanel, type Cast } from './anchor-panel.tsx'
import { AssetPicker } from './asset-picker.tsx'
import { LayerList, type Added, type LayerAct } from './layer-list.tsx'
import { LayerProperties } from './layer-properties.tsx'
import { SaveChoice } from './save-choice.tsx'
import { SceneStanding } from './scene-standing.tsx'
import { StageCanvas } from './stage-canvas.tsx'
import '../scene.i18n.ts'
import styles from '../scene.module.css'

/** What it says in the picture, in the language that anchors speak. */
const SAMPLE = '欢迎大家来到直播间，谢谢一路陪伴'

type Side = 'properties' | 'anchor'
/** What an asset is chosen for: a layer that is there, or a new one. */
type Choosing = { for: string; kind: AssetKind } | { add: 'sticker' | 'material'; kind: AssetKind }

interface SceneEditorProps {
  part: Anchor
  /** Others have saved since this was begun. */
  isNewer: boolean
  /** What is seen was saved here, a moment ago. */
  isSaved: boolean
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  hold: (isUnsaved: boolean) => void
  overwrite: () => void
  /** What was saved is what is worked on from now on. */
  onSaved: (version: number) => void
}

/** The scene of one room, as in a drawing program. */
export function SceneEditor(props: SceneEditorProps) {
  const { part, isNewer, isSaved, selected, onSelect, hold, overwrite, onSaved } = props
  const t = useText('scene')
  const lang = useLanguage()
  const { room, version } = part
  const draft = useSceneDraft(part)
  const { now, isDirty } = draft
  const { layers } = now.scene
  const { page, noteFocus, focusNext } = useLayerFocus(layers)
  const may = useCan(stageApi.saveAnchor.can)
  const able = roomCan('savePart', room.state)
  const mayEdit = may === true
  const [side, setSide] = useState<Side>('properties')
  const [showsSafe, setShowsSafe] = useState(false)
  const [choosing, setChoosing] = useState<Choosing>()
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const [line, setLine] = useState(SAMPLE)
  const [saying, setSaying] = useState<{ text: string; since: number }>()
  const [picked, setPicked] = useState<readonly SceneAsset[]>([])
  const known = [...part.assets, ...picked]
  const pictures = usePictures(stagesOf(known))
  const tellAtOnce = useUnsaved(isDirty, true)
  const save = useAct(stageApi.saveAnchor, {
    silent: true,
    onSuccess(saved) {
      tellAtOnce(false)
      draft.saved()
      onSaved(saved.version)
    },
  })
  const layer = layerOf(layers, selected)
  const find = (asset_id: string | null) => known.find((one) => one.asset_id === asset_id)

  const put = (next: readonly Layer[], tag?: string) => {
    setNote('')
    hold(true)
    draft.layers(next, tag)
  }
  const change = (id: string, next: LayerChange, tag: string) =>
    put(changed(layers, id, next), `${id} ${tag}`)

  function act(what: LayerAct, id: string) {
    const one = layerOf(layers, id)
    if (!one || !mayEdit) return
    if (what === 'lock') put(changed(layers, id, { locked: !one.locked }))
    else if (what === 'hide') put(changed(layers, id, { hidden: !one.hidden }))
    else if (what === 'up' || what === 'down') put(raised(layers, id, what === 'up' ? 1 : -1))
    else if (what === 'copy') {
      const [next, copy] = duplicated(layers, id)
      put(next)
      if (copy !== undefined) onSelect(copy)
      else if (layers.length >= MAX_LAYERS) setNote(t('full', { count: MAX_LAYERS }))
    } else {
      const kept = keeps(layers, one)
      if (kept) return setNote(t(`keep_${kept}`))
      put(removed(layers, id))
      onSelect(layers[layers.indexOf(one) - 1]?.id)
    }
  }

  function add(what: Added) {
    if (what === 'sticker' || what === 'material')
      return setChoosing({ add: what, kind: AssetKind.material })
    if (what !== 'co') return insert(plainLayer(layers, what, t('new_text')))
    const co = find(now.co_actor_id ?? now.actor_id)
    if (co && now.co_actor_id !== undefined) insert(assetLayer(layers, 'actor', co))
    else {
      setSide('anchor')
      setNote(t('co_first'))
    }
  }

  function insert(one: Layer) {
    put(added(layers, one))
    focusNext(one.id)
    onSelect(one.id)
    setSide('properties')
  }

  function cast(who: Cast, asset: SceneAsset | undefined) {
    if (asset) setPicked((before) => [...before, asset])
    setNote('')
    hold(true)
    draft.cast(who, 'co_actor_id' in who ? withCo(layers, asset) : layers)
  }

  function pick(asset: SceneAsset) {
    setPicked((before) => [...before, asset])
    setChoosing(undefined)
    if (!choosing) return
    if ('for' in choosing) change(choosing.for, { asset_id: asset.asset_id }, 'asset')
    else if (canAdd(layers, choosing.add)) insert(assetLayer(layers, choosing.add, asset))
  }

  const send = (apply: Apply) => {
    setAsking(false)
    save.mutate({ room_code: room.room_code, version, apply, ...now })
  }
  const isOnAir = roomCan('mute', room.state) === true
  const submit = () => {
    if (!isDirty || isNewer || !mayEdit || able !== true || save.isPending) return
    if (isOnAir) setAsking(true)
    else send('now')
  }
  const tools = { undo: draft.undo, redo: draft.redo, save: submit }
  const standing = draft.isRestored
    ? 'restored'
    : isDirty
      ? 'unsaved'
      : part.live_value
        ? 'pending'
        : isSaved
          ? 'saved'
          : 'hint'

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of all that is in it
    <div
      ref={page}
      className={styles.page}
      onFocus={noteFocus}
      onKeyDown={(event) =>
        editorKey(event, {
          ...tools,
          layer: mayEdit ? layer : undefined,
          change: (next, tag) => layer && change(layer.id, next, tag),
          act: (what) => layer && act(what, layer.id),
        })
      }
    >
      <PageHead title={t('title', { name: room.name })}>
        <Link to={paths.room(room.room_code)}>{t('room')}</Link>
        <Button
          icon={<UndoOutlined />}
          aria-label={t('undo')}
          title="Ctrl+Z"
          disabled={!draft.canUndo}
          onClick={draft.undo}
        />
        <Button
          icon={<RedoOutlined />}
          aria-label={t('redo')}
          title="Ctrl+Y"
          disabled={!draft.canRedo}
          onClick={draft.redo}
        />
        <Button aria-pressed={showsSafe} onClick={() => setShowsSafe(!showsSafe)}>
          {t('safe')}
        </Button>
        <OnlineButton
          type="primary"
          disabled={!isDirty || isNewer || !mayEdit || able !== true}
          loading={save.isPending}
          onClick={submit}
        >
          {t('save')}
        </OnlineButton>
      </PageHead>
      <SceneStanding
        room_code={room.room_code}
        note={note || t(standing)}
        isRefused={note !== ''}
        isNewer={isNewer}
        error={save.error}
        refusal={able === true ? undefined : able}
        discard={draft.isRestored ? draft.discard : undefined}
        overwrite={overwrite}
        takeTheirs={() => {
          draft.discard()
          hold(false)
        }}
      />
      <div className={styles.editor}>
        <LayerList
          layers={layers}
          selected={selected}
          mayEdit={mayEdit}
          onSelect={onSelect}
          onAct={act}
          onAdd={add}
        />
        <div className={styles.middle}>
          <StageCanvas
            scene={now.scene}
            pictures={pictures}
            assetName={(asset_id) => find(asset_id)?.name}
            selected={selected}
            showsSafe={showsSafe}
            saying={saying}
            mayEdit={mayEdit}
            onSelect={onSelect}
            onChange={(next) => put(layers.map((one) => (one.id === next.id ? next : one)))}
          />
          <Input.Search
            value={line}
            aria-label={t('try_text')}
            enterButton={t('try')}
            maxLength={100}
            onChange={({ target }) => setLine(target.value)}
            onSearch={(text) => text && setSaying({ text, since: performance.now() })}
          />
        </div>
        <section className={styles.panel}>
          <Segmented<Side>
            block
            value={side}
            options={(['properties', 'anchor'] as const).map((value) => ({
              value,
              label: t(value),
            }))}
            onChange={setSide}
          />
          {side === 'anchor' ? (
            <AnchorPanel
              room_code={room.room_code}
              value={now}
              mayEdit={mayEdit}
              onCast={cast}
              onVoice={(voice, tag) => {
                hold(true)
                draft.change({ ...now, voice }, tag)
              }}
            />
          ) : layer ? (
            <LayerProperties
              key={layer.id}
              layer={layer}
              name={namesOf(layers, lang).get(layer.id) ?? ''}
              asset={'asset_id' in layer ? find(layer.asset_id) : undefined}
              mayEdit={mayEdit}
              onChange={(next, tag) => change(layer.id, next, tag)}
              onChoose={() =>
                setChoosing({
                  for: layer.id,
                  kind: layer.kind === 'background' ? AssetKind.background : AssetKind.material,
                })
              }
            />
          ) : (
            <p className={styles.empty}>{t('none')}</p>
          )}
        </section>
      </div>
      {choosing ? (
        <AssetPicker
          room_code={room.room_code}
          kind={choosing.kind}
          onPick={pick}
          onClose={() => setChoosing(undefined)}
        />
      ) : null}
      {isAsking ? <SaveChoice onChoose={send} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

function stagesOf(assets: readonly SceneAsset[]): Record<string, StageAsset> {
  const found: Record<string, StageAsset> = {}
  for (const { asset_id, stage } of assets) if (stage) found[asset_id] = stage
  return found
}
