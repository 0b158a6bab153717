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
import { nameOf } from './stage-canvas.tsx'
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
  const lang = useLanguage()
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
          <li key={layer.id} data-chosen={layer.id === selected || undefined}>
            <button
              type="button"
              className={styles.name}
              aria-pressed={layer.id === selected}
              onClick={() => onSelect(layer.id)}
            >
              {nameOf(layer, lang)}
            </button>
            <Acts layer={layer} layers={layers} mayEdit={mayEdit} onAct={onAct} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ActsProps extends Pick<LayerListProps, 'layers' | 'mayEdit' | 'onAct'> {
  layer: Layer
}

function Acts({ layer, layers, mayEdit, onAct }: ActsProps) {
  const t = useText('scene')
  const { id, kind, locked, hidden } = layer
  const kept = keeps(layers, layer)
  const is = (act: LayerAct, label: string, icon: React.ReactNode, off = false, why = label) => (
    <Button
      key={act}
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      title={why}
      disabled={off || !mayEdit}
      onClick={() => onAct(act, id)}
    />
  )
  const isEnd = kind === 'background' || kind === 'ai_label'
  return (
    <span className={styles.acts}>
      {is(
        'hide',
        t(hidden ? 'show' : 'hide'),
        hidden ? <EyeInvisibleOutlined /> : <EyeOutlined />,
        kind === 'ai_label',
      )}
      {is('lock', t(locked ? 'unlock' : 'lock'), locked ? <LockOutlined /> : <UnlockOutlined />)}
      <span className={styles.more}>
        {is('up', t('up'), <ArrowUpOutlined />, isEnd)}
        {is('down', t('down'), <ArrowDownOutlined />, isEnd)}
        {is('copy', t('copy'), <CopyOutlined />, !canAdd(layers, kind))}
        {is(
          'remove',
          t('remove'),
          <DeleteOutlined />,
          kept !== undefined,
          kept ? t(`keep_${kept}`) : undefined,
        )}
      </span>
    </span>
  )
}
