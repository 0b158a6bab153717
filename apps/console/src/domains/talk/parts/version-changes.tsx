import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { NodeDiff } from '@kaibo/contract/talk/talk.rollout.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { changesIn } from '../talk.changes.ts'
import { useKnown } from '../talk.known.ts'
import '../talk-rollout.i18n.ts'
import styles from './versions-panel.module.css'
import textStyles from '#kit/text/text.module.css'

interface VersionChangesProps {
  rule_id: string
  v: number
  base_v: number
  diff: NodeDiff
}

/** What each rule that a version changed said before, and says in it. */
export function VersionChanges({ rule_id, v, base_v, diff }: VersionChangesProps) {
  const t = useText('talk_rollout')
  const lang = useLanguage()
  const known = useKnown()
  const before = useCall(talkApi.data, { rule_id, v: base_v })
  const after = useCall(talkApi.data, { rule_id, v })
  const sides = before.data &&
    after.data && { before: before.data.set.root, after: after.data.set.root }
  return (
    <Panel
      loading={before.isPending || after.isPending}
      error={before.error ?? after.error}
      filled={sides !== undefined}
      onRetry={() => void Promise.all([before.refetch(), after.refetch()])}
      right={talkApi.data.can}
    >
      <ul className={styles.changes}>
        {sides
          ? changesIn(diff, sides, { lang, known }).map(({ id, name, gone, fresh }) => (
              <li key={id}>
                <strong>{name}</strong>
                {gone.map((line) => (
                  <del key={line}>{line}</del>
                ))}
                {fresh.map((line) => (
                  <ins key={line}>{line}</ins>
                ))}
                {gone.length + fresh.length === 0 ? (
                  <span className={textStyles.meta}>{t('other_change')}</span>
                ) : null}
              </li>
            ))
          : null}
      </ul>
    </Panel>
  )
}
