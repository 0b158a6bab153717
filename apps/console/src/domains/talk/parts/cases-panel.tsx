import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import { MAX_CASES, type FailedCase, type RuleCase } from '@kaibo/contract/talk/talk.tape.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useAct, useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { useKnown } from '../talk.known.ts'
import { caseOf } from '../talk.cases.ts'
import { PanelLine } from './panel-line.tsx'
import type { Try } from './use-try.ts'
import '../talk-check.i18n.ts'
import styles from './try.module.css'
import own from './check.module.css'

interface CasesPanelProps {
  rule_id: string
  trial: Try
}

/** 用例: what this set has to decide before it may be published, and whether the draft does. */
export function CasesPanel({ rule_id, trial }: CasesPanelProps) {
  const t = useText('talk_check')
  const query = useCall(talkApi.cases, { rule_id })
  const save = useAct(talkApi.saveCases, { silent: true })
  const { data } = query
  const list = data?.list ?? []
  const put = (next: RuleCase[], onSuccess?: () => void) =>
    data &&
    save.mutate({ rule_id, version: data.version, list: next }, { onSuccess: () => onSuccess?.() })
  return (
    <section className={styles.panel} aria-label={t('cases_title')}>
      <h2>{t('cases_title')}</h2>
      <p className={styles.hint}>{t('cases_hint')}</p>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={data !== undefined}
        onRetry={() => void query.refetch()}
        right={talkApi.cases.can}
      >
        {data?.failed === null ? <Status tone="attention">{t('cases_broken')}</Status> : null}
        {list.length === 0 ? <p>{t('cases_none')}</p> : null}
        {data ? (
          <ul className={own.cases}>
            {list.map((one) => (
              <Case
                key={one.name}
                one={one}
                failed={data.failed}
                isBusy={save.isPending}
                onRemove={() => put(list.filter((other) => other !== one))}
              />
            ))}
          </ul>
        ) : null}
        <NewCase
          trial={trial}
          taken={list.map(({ name }) => name)}
          isBusy={save.isPending}
          onAdd={(one, done) => put([...list, one], done)}
        />
      </Panel>
      {save.error ? (
        <p role="alert" className={styles.refused}>
          {save.error.message}
        </p>
      ) : null}
    </section>
  )
}

interface CaseProps {
  one: RuleCase
  failed: DataOf<typeof talkApi.cases>['failed']
  isBusy: boolean
  onRemove: () => void
}

function Case({ one, failed, isBusy, onRemove }: CaseProps) {
  const t = useText('talk_check')
  const lang = useLanguage()
  const may = useCan(talkApi.saveCases.can)
  const { name, expect } = one
  const mine = failed?.filter((other) => other.name === name) ?? []
  const isMet = mine.length === 0
  return (
    <li className={own.case}>
      <strong>{name}</strong>
      <span>
        {failed === null ? null : (
          <Status tone={isMet ? 'ok' : 'failed'}>{t(isMet ? 'case_ok' : 'case_failed')}</Status>
        )}
        {may === true ? (
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('case_remove', { name })}
            disabled={isBusy}
            onClick={onRemove}
          />
        ) : null}
      </span>
      {mine.map(({ node_id, expected, came }) => (
        <p key={node_id}>
          {t('case_should', {
            should: outcomeText(expected, lang),
            does: came ? outcomeText(came, lang) : t('case_not_asked'),
          })}
        </p>
      ))}
      {isMet ? (
        <p className={styles.hint}>
          {t('case_expects', {
            what: expect
              .map(({ outcome, text = null }) => outcomeText({ outcome, text }, lang))
              .join(lang === 'zh' ? '、' : ', '),
          })}
        </p>
      ) : null}
    </li>
  )
}

const outcomeText = ({ outcome, text }: FailedCase['expected'], lang: Lang): string =>
  text ?? labelOf(Reason, outcome, lang)

interface NewCaseProps {
  trial: Try
  taken: readonly string[]
  isBusy: boolean
  onAdd: (one: RuleCase, done: () => void) => void
}

/** What the last rehearsal came to, to be kept. */
function NewCase({ trial, taken, isBusy, onAdd }: NewCaseProps) {
  const t = useText('talk_check')
  const lang = useLanguage()
  const known = useKnown()
  const may = useCan(talkApi.saveCases.can)
  const found = caseOf(trial, lang, known)
  const [written, setName] = useState<string>()
  if (may !== true) return null
  if (taken.length >= MAX_CASES) return <p>{t('case_full', { count: MAX_CASES })}</p>
  if (!found) return <p className={styles.hint}>{t('case_first')}</p>
  const name = written ?? found.name
  const isTaken = taken.includes(name.trim())
  return (
    <>
      <PanelLine label={t('case_name')}>
        {(id) => (
          <Input
            id={id}
            maxLength={40}
            status={isTaken ? 'error' : ''}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </PanelLine>
      {isTaken ? <p className={styles.fault}>{t('case_taken')}</p> : null}
      <Button
        block
        disabled={isTaken || name.trim() === ''}
        loading={isBusy}
        onClick={() => onAdd({ ...found, name: name.trim() }, () => setName(undefined))}
      >
        {t('case_keep')}
      </Button>
    </>
  )
}
