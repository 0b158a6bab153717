import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { NodeStats, Problem } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { sentenceOf } from '@kaibo/contract/talk/sentence.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { Status } from '#kit/status/status.tsx'
import { moved, placed, removed } from '../talk.draft.ts'
import { NodeBadge } from './node-badge.tsx'
import styles from '../talk.module.css'

interface RuleTreeProps {
  root: RootNode
  selected: string | undefined
  problems: readonly Problem[]
  stats: readonly NodeStats[]
  onSelect: (id: string) => void
  onAdd: () => void
  onChange: (root: RootNode) => void
}

/** The rules in the order in which they are asked, each as its sentence. */
export function RuleTree(props: RuleTreeProps) {
  const { root, selected, problems, stats, onSelect, onAdd, onChange } = props
  const t = useText('talk')
  const lang = useLanguage()
  const rules = [...placed(root)].slice(1)
  return (
    <nav aria-label={t('rules')} className={styles.tree}>
      <ul>
        {rules.map(({ node, depth, heard, subject }) => (
          <li key={node.id} style={{ paddingInlineStart: (depth - 1) * 16 }}>
            <button
              type="button"
              aria-current={node.id === selected}
              data-off={node.enabled === OpenStatus.close || undefined}
              className={styles.rule}
              onClick={() => onSelect(node.id)}
            >
              <strong>{node.name}</strong>
              {problems.some((one) => one.node_id === node.id && one.level === 'error') ? (
                <Status tone="attention">!</Status>
              ) : null}
              <span className={styles.sentence}>{sentenceOf(node, { heard, subject }, lang)}</span>
              <NodeBadge node_id={node.id} stats={stats} />
            </button>
            {node.id === selected ? (
              <span className={styles.acts}>
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowUpOutlined />}
                  aria-label={t('up')}
                  onClick={() => onChange(moved(root, node.id, -1))}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowDownOutlined />}
                  aria-label={t('down')}
                  onClick={() => onChange(moved(root, node.id, 1))}
                />
                <Button
                  size="small"
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('remove')}
                  onClick={() => onChange(removed(root, node.id))}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {rules.length === 0 ? <p className={styles.empty}>{t('empty')}</p> : null}
      <Button block icon={<PlusOutlined />} onClick={onAdd}>
        {t('add_rule')}
      </Button>
    </nav>
  )
}
