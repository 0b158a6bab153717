import { Input, InputNumber, Select, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { CooldownHit, CooldownScope, Hit } from '@kaibo/contract/talk/talk.enums.ts'
import type { ChildNode, Cooldown, RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { eventLabel, sentenceOf } from '@kaibo/contract/talk/sentence.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useKnown } from '../talk.known.ts'
import { changed, placeOf, type Placed } from '../talk.draft.ts'
import { numberIn } from '../talk.number.ts'
import { ConditionRows } from './condition-rows.tsx'
import { EffectRows } from './effect-rows.tsx'
import { LineRows } from './line-rows.tsx'
import styles from '../talk.module.css'

interface NodePanelProps {
  root: RootNode
  selected: string | undefined
  /** `tag`: which field of which rule. */
  onChange: (root: RootNode, tag: string) => void
}

/** One rule: its sentence, and the parts that it is made of. */
export function NodePanel({ root, selected, onChange }: NodePanelProps) {
  const t = useText('talk')
  const place = selected === undefined ? undefined : placeOf(root, selected)
  if (!place || place.node.type === 'root')
    return <section className={styles.panel}>{t('pick')}</section>
  const { node } = place
  const edit = (change: NodeChange) =>
    onChange(
      changed(root, node.id, (now) => ({ ...now, ...change }) as ChildNode),
      `${node.id} ${Object.keys(change).join()}`,
    )
  return <NodeForm place={place} node={node} onEdit={edit} />
}

type NodeChange = Partial<ChildNode> & { hit?: Hit }

interface NodeFormProps {
  place: Placed
  node: ChildNode
  onEdit: (change: NodeChange) => void
}

function NodeForm({ place, node, onEdit }: NodeFormProps) {
  const t = useText('talk')
  const lang = useLanguage()
  const known = useKnown()
  const { heard, depth, parent } = place
  const ownsEvents = depth === 1
  const called = heard.map((key) => eventLabel(key, lang, known)).join(lang === 'zh' ? '、' : ', ')
  return (
    <section className={styles.panel} aria-label={node.name}>
      <p className={styles.preview}>{sentenceOf(node, place, lang, known)}</p>
      <Row label={t('name')} part="name">
        {(id) => (
          <Input
            id={id}
            value={node.name}
            maxLength={30}
            onChange={({ target }) => onEdit({ name: target.value })}
          />
        )}
      </Row>
      <Row label={t('enabled')} part="enabled">
        {(id) => (
          <Switch
            id={id}
            checked={node.enabled === OpenStatus.open}
            onChange={(on) => onEdit({ enabled: on ? OpenStatus.open : OpenStatus.close })}
          />
        )}
      </Row>
      <Row label={t('event')} part="triggers">
        {(id) =>
          ownsEvents ? (
            <Select
              id={id}
              className={styles.wide}
              value={node.triggers?.[0]?.event}
              options={[...known.events.values()]
                .filter(({ proactive }) => !proactive)
                .map(({ key, label }) => ({ value: key, label: label[lang] }))}
              onChange={(event: string) => onEdit({ triggers: [{ event }] })}
            />
          ) : (
            <span id={id}>{t('inherited', { events: called })}</span>
          )
        }
      </Row>
      <ConditionRows node={node} place={place} onEdit={onEdit} />
      {node.type === 'son' ? <LineRows node={node} heard={heard} onEdit={onEdit} /> : null}
      {node.type === 'son' ? <EffectRows node={node} onEdit={onEdit} /> : null}
      {node.type === 'par' ? <HitRow hit={node.hit} onChange={(hit) => onEdit({ hit })} /> : null}
      <CooldownRow node={node} onEdit={onEdit} />
      {parent && parent.type !== 'son' && parent.hit !== 'all' ? (
        <Row label={t('exclusive')} part="exclusive">
          {(id) => (
            <span className={styles.inline}>
              <Switch
                id={id}
                checked={node.exclusive !== true}
                onChange={(gives) => onEdit({ exclusive: !gives })}
              />
              <span className={styles.sentence}>{t('exclusive_hint')}</span>
            </span>
          )}
        </Row>
      ) : null}
    </section>
  )
}

function HitRow({ hit, onChange }: { hit: Hit; onChange: (hit: Hit) => void }) {
  const t = useText('talk')
  const lang = useLanguage()
  return (
    <Row label={t('hit')} part="hit">
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          value={hit}
          options={optionsOf(Hit, lang)}
          onChange={onChange}
        />
      )}
    </Row>
  )
}

const SECOND = 1_000

function CooldownRow({ node, onEdit }: Pick<NodeFormProps, 'node' | 'onEdit'>) {
  const t = useText('talk')
  const lang = useLanguage()
  const { cooldown, ...policy } = node.policy ?? {}
  const set = (next: Cooldown | undefined) =>
    onEdit({ policy: { ...policy, ...(next && { cooldown: next }) } })
  const fresh = { scope: CooldownScope.user, on_hit: CooldownHit.drop }
  return (
    <Row label={t('cooldown')} part="cooldown">
      {(id) => (
        <span className={styles.inline}>
          <InputNumber<string | number>
            id={id}
            min={1}
            max={86_400}
            precision={0}
            parser={numberIn}
            placeholder={t('none')}
            value={cooldown ? cooldown.ms / SECOND : null}
            onChange={(seconds) =>
              set(
                seconds === null
                  ? undefined
                  : { ...fresh, ...cooldown, ms: Number(seconds) * SECOND },
              )
            }
          />
          {t('seconds')}
          {cooldown ? (
            <Select
              aria-label={t('scope')}
              className={styles.scope}
              value={cooldown.scope}
              options={optionsOf(CooldownScope, lang).filter(({ value }) => value !== 'group')}
              onChange={(scope) => set({ ...cooldown, scope })}
            />
          ) : null}
        </span>
      )}
    </Row>
  )
}

interface RowProps {
  label: string
  /** By which what is wrong with it finds it. */
  part: string
  children: (id: string) => ReactNode
}

function Row({ label, part, children }: RowProps) {
  const id = useId()
  return (
    <div className={styles.row} data-part={part}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
