import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Select, Switch } from 'antd'
import { Link } from 'react-router'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleKind } from '@kaibo/contract/talk/kind.enums.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { Status } from '#kit/status/status.tsx'
import { paths } from '#kit/address/paths.ts'
import '../talk-rollout.i18n.ts'
import '../talk.i18n.ts'
import styles from '../talk.module.css'

type Part = DataOf<typeof talkApi.part>
export type Bound = Part['list'][number]

interface BoundSetsProps {
  list: readonly Bound[]
  /** The room whose sets they are. */
  room: Pick<Part['room'], 'org_id' | 'game'>
  kind: RuleKind
  onChange: (list: readonly Bound[]) => void
}

/** The sets of one room, in the order in which they are asked. */
export function BoundSets({ list, room, kind, onChange }: BoundSetsProps) {
  const t = useText('talk')
  const sets = useCall(talkApi.list, { org_id: room.org_id, kind, page_size: 200 })
  const free = (sets.data?.list ?? []).filter(
    ({ rule_id, game }) =>
      !list.some((bound) => bound.rule_id === rule_id) && (!game || game.id === room.game?.id),
  )
  function add(rule_id: string) {
    const chosen = free.find((rule) => rule.rule_id === rule_id)
    if (!chosen) return
    const { name, live_v, game } = chosen
    const fresh = { enabled: OpenStatus.open, shift: 0, off_nodes: [], canary_v: null }
    onChange([...list, { rule_id, name, live_v, game, applies: true, ...fresh }])
  }
  return (
    <section className={styles.card}>
      {list.length === 0 ? <p className={styles.empty}>{t(`bound_none_${kind}`)}</p> : null}
      {list.map((bound, index) => (
        <BoundRow
          key={bound.rule_id}
          bound={bound}
          onChange={(next) => onChange(list.with(index, next))}
          onMove={(by) => onChange(movedIn(list, index, by))}
          onRemove={() => onChange(list.filter((one) => one !== bound))}
        />
      ))}
      <Select
        aria-label={t('bind')}
        className={styles.adder}
        placeholder={t('bind')}
        value={null}
        showSearch
        optionFilterProp="label"
        options={free.map(({ rule_id, name }) => ({ value: rule_id, label: name }))}
        onChange={(rule_id: string | null) => rule_id && add(rule_id)}
      />
    </section>
  )
}

/** What of a binding is saved. */
export const bindingOf = ({ rule_id, enabled, shift, off_nodes }: Bound) => ({
  rule_id,
  enabled,
  shift,
  off_nodes,
})

interface BoundRowProps {
  bound: Bound
  onChange: (bound: Bound) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function BoundRow({ bound, onChange, onMove, onRemove }: BoundRowProps) {
  const t = useText('talk')
  const r = useText('talk_rollout')
  const { rule_id, name, live_v, canary_v, enabled, game, applies } = bound
  return (
    <div className={styles.bound}>
      <Switch
        aria-label={`${t('enabled')} ${name}`}
        checked={enabled === OpenStatus.open}
        onChange={(on) => onChange({ ...bound, enabled: on ? OpenStatus.open : OpenStatus.close })}
      />
      <Link className={styles.grow} to={paths.talkRule(rule_id)}>
        {name}
      </Link>
      {applies ? null : (
        <Status tone="attention">
          <span title={t('not_for_game', { game: game?.name ?? '' })}>{t('not_applicable')}</span>
        </Status>
      )}
      <span>
        {canary_v !== null
          ? r('trial_here', { v: canary_v })
          : live_v === null
            ? t('unpublished')
            : t('live', { v: live_v })}
      </span>
      <span className={styles.inline}>
        <Button
          type="text"
          icon={<ArrowUpOutlined />}
          aria-label={t('up')}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          icon={<ArrowDownOutlined />}
          aria-label={t('down')}
          onClick={() => onMove(1)}
        />
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('delete')}
          onClick={onRemove}
        />
      </span>
    </div>
  )
}

function movedIn(list: readonly Bound[], from: number, by: 1 | -1): readonly Bound[] {
  const to = from + by
  if (to < 0 || to >= list.length) return list
  const order = [...list]
  order.splice(to, 0, ...order.splice(from, 1))
  return order
}
