import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  FolderAddOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useId, type ReactNode, type RefObject } from 'react'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { Hit } from '@kaibo/contract/talk/talk.enums.ts'
import type { NodeStats, Problem } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { ChildNode, RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { placed } from '../talk.draft.ts'
import type { Paint } from '../talk.paint.ts'
import { RuleRow } from './rule-row.tsx'
import type { TreeActs } from './use-tree-acts.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import styles from './tree.module.css'

interface RuleTreeProps {
  root: RootNode
  selected: string | undefined
  problems: readonly Problem[]
  stats: readonly NodeStats[]
  paint: ReadonlyMap<string, Paint>
  acts: TreeActs
  tree: RefObject<HTMLDivElement | null>
}

/** The rules in the order in which they are asked, each as its sentence. */
export function RuleTree(props: RuleTreeProps) {
  const { root, selected, problems, stats, paint, acts, tree } = props
  const t = useText('talk')
  const rules = [...placed(root)].slice(1)
  const onKeyDown = useTreeKeys({ root, selected, acts, tree })
  const first = rules.some(({ node }) => node.id === selected) ? selected : rules[0]?.node.id
  const faulty = new Set(
    problems.flatMap(({ level, node_id }) => (level === 'error' ? node_id : [])),
  )
  return (
    <nav aria-label={t('rules')} className={styles.tree}>
      <RootHit root={root} onChange={acts.setHit} />
      <div
        ref={tree}
        role="tree"
        tabIndex={-1}
        aria-label={t('rules')}
        className={styles.rules}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const id = idAt(target)
          if (id !== undefined) acts.select(id)
        }}
      >
        {rules.map(({ node, depth, heard, subject }) => (
          <RuleRow
            key={node.id}
            node={node as ChildNode}
            depth={depth}
            heard={heard.join()}
            subject={subject}
            isSelected={node.id === selected}
            isFirst={node.id === first}
            hasProblem={faulty.has(node.id)}
            stats={stats.find((one) => one.node_id === node.id)}
            paint={paint.get(node.id)}
          />
        ))}
      </div>
      {rules.length === 0 ? <p className={styles.empty}>{t('empty')}</p> : null}
      <div className={styles.acts}>
        <Button icon={<PlusOutlined aria-hidden />} onClick={acts.add}>
          {t('add_rule')}
        </Button>
        <Button icon={<FolderAddOutlined aria-hidden />} onClick={acts.addGroup}>
          {t('add_group')}
        </Button>
        {selected === undefined || rules.length === 0 ? null : (
          <>
            <SmallAct
              label={t('to_form')}
              icon={<EditOutlined aria-hidden />}
              onClick={acts.toForm}
            />
            <SmallAct
              label={t('up')}
              icon={<ArrowUpOutlined aria-hidden />}
              onClick={() => acts.move(-1)}
            />
            <SmallAct
              label={t('down')}
              icon={<ArrowDownOutlined aria-hidden />}
              onClick={() => acts.move(1)}
            />
            <SmallAct
              label={t('copy_paste')}
              icon={<CopyOutlined aria-hidden />}
              onClick={acts.double}
            />
            <SmallAct
              danger
              label={t('remove')}
              icon={<DeleteOutlined aria-hidden />}
              onClick={acts.remove}
            />
          </>
        )}
      </div>
      <p className={styles.keys} data-screen>
        {t('keys')}
      </p>
    </nav>
  )
}

const idAt = (target: EventTarget): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>('[data-node]')?.dataset['node']
    : undefined

interface SmallActProps {
  label: string
  icon: ReactNode
  danger?: boolean
  onClick: () => void
}

const SmallAct = ({ label, icon, danger = false, onClick }: SmallActProps) => (
  <Button
    type="text"
    danger={danger}
    icon={icon}
    aria-label={label}
    title={label}
    onClick={onClick}
  />
)

/** Which of the rules that match answer. */
function RootHit({ root, onChange }: { root: RootNode; onChange: (hit: Hit) => void }) {
  const t = useText('talk')
  const lang = useLanguage()
  const id = useId()
  return (
    <div className={styles.hit}>
      <label htmlFor={id}>{t('hit')}</label>
      <Select id={id} value={root.hit} options={optionsOf(Hit, lang)} onChange={onChange} />
    </div>
  )
}
