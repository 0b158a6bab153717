import type { ReactNode } from 'react'
import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  LockOutlined,
  PlusOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { MAX_LAYERS, type Layer, type LayerKind } from '@kaibo/contract/stage/scene.schema.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { MenuButton } from '#kit/menu-button/menu-button.tsx'
import { canAdd, keeps } from '../scene.edit.ts'
import { namesOf } from '../scene.names.ts'
import styles from '../scene.module.css'

export type LayerAct = 'lock' | 'hide' | 'up' | 'down' | 'copy' | 'remove'
/** What is added; an asset is chosen first. */
export type Added = 'text' | 'subtitle' | 'game' | 'sticker' | 'material' | 'co'

const ADDED: readonly Added[] = ['text', 'subtitle', 'sticker', 'material', 'game', 'co']
const kindOf = (what: Added): LayerKind => (what === 'co' ? 'actor' : what)

interface LayerListProps {
  layers: readonly Layer[]
  selected: string | undefined
  mayEdit: boolean
  onSelect: (id: string) => void
  onAct: (act: LayerAct, id: string) => void
  onAdd: (what: Added) => void
}

/** The layers, the foremost first, and what can be done with the chosen one. */
export function LayerList({ layers, selected, mayEdit, onSelect, onAct, onAdd }: LayerListProps) {
  const t = useText('scene')
  const names = namesOf(layers, useLanguage())
  const items = ADDED.map((what) => ({
    key: what,
    label: t(`add_${what}`),
    disabled: !canAdd(layers, kindOf(what)),
    onClick: () => onAdd(what),
  }))
  return (
    <section className={styles.panel} aria-label={t('layers')}>
      <header className={styles.panelHead}>
        <h2>
          {t('layers')} <small>{`${layers.length}/${MAX_LAYERS}`}</small>
        </h2>
        {mayEdit ? (
          <MenuButton menu={{ items }} autoFocus>
            <Button size="small" icon={<PlusOutlined />}>
              {t('add')}
            </Button>
          </MenuButton>
        ) : null}
      </header>
      <ol className={styles.list}>
        {layers.toReversed().map((layer) => (
          <li key={layer.id} data-layer={layer.id} data-chosen={layer.id === selected || undefined}>
            <button
              type="button"
              className={styles.name}
              aria-pressed={layer.id === selected}
              onClick={() => onSelect(layer.id)}
            >
              {names.get(layer.id)}
            </button>
            <Acts
              layer={layer}
              name={names.get(layer.id) ?? layer.id}
              layers={layers}
              mayEdit={mayEdit}
              onAct={onAct}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What a button says that it does. */
type Does = LayerAct | 'unlock' | 'show'

interface ActsProps extends Pick<LayerListProps, 'layers' | 'mayEdit' | 'onAct'> {
  layer: Layer
  name: string
}

function Acts({ layer, name, layers, mayEdit, onAct }: ActsProps) {
  const t = useText('scene')
  const { id, kind, locked, hidden } = layer
  const kept = keeps(layers, layer)
  const is = (act: LayerAct, does: Does, icon: ReactNode, off = false, why?: string) => (
    <Button
      key={act}
      data-act={act}
      type="text"
      size="small"
      icon={icon}
      aria-label={t(does, { name })}
      title={why ?? t(does, { name })}
      disabled={off || !mayEdit}
      onClick={() => onAct(act, id)}
    />
  )
  const isEnd = kind === 'background' || kind === 'ai_label'
  return (
    <span className={styles.acts}>
      {is(
        'hide',
        hidden ? 'show' : 'hide',
        hidden ? <EyeInvisibleOutlined /> : <EyeOutlined />,
        kind === 'ai_label',
      )}
      {is('lock', locked ? 'unlock' : 'lock', locked ? <LockOutlined /> : <UnlockOutlined />)}
      <span className={styles.more}>
        {is('up', 'up', <ArrowUpOutlined />, isEnd)}
        {is('down', 'down', <ArrowDownOutlined />, isEnd)}
        {is('copy', 'copy', <CopyOutlined />, !canAdd(layers, kind))}
        {is(
          'remove',
          'remove',
          <DeleteOutlined />,
          kept !== undefined,
          kept ? t(`keep_${kept}`) : undefined,
        )}
      </span>
    </span>
  )
}
