import { Link } from 'react-router'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import * as z from 'zod/mini'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { RuleKind } from '@kaibo/contract/talk/kind.enums.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { paths } from '#kit/address/paths.ts'
import { columnsOf, enabledColumn } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { useUrlState } from '#kit/list/url-state.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { Status } from '#kit/status/status.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { createRuleSet, ruleSetActions } from '../talk.actions.tsx'
import { TALK_TABS, TalkTabs } from '../parts/talk-tabs.tsx'
import { DayBar } from '../parts/day-bar.tsx'
import { VersionLabel } from '../parts/version-label.tsx'
import '../talk.i18n.ts'
import '../talk-rollout.i18n.ts'

const WordsPage = lazily(async () => (await import('../parts/words-page.tsx')).WordsPage)
const t = wordsOf('talk')
const r = wordsOf('talk_rollout')
const { column, text, instant, filter } = columnsOf(talkApi.list, talkApi.add)

const sets: ListPageProps<typeof talkApi.list> = {
  name: 'talk',
  words: listWords(nouns.ruleSet, { title: nouns.ruleSet, hint: t('hint') }),
  endpoint: talkApi.list,
  rowKey: 'rule_id',
  nameOf: ({ name }) => name,
  columns: [
    column<RuleRow>('name', { width: 180, title: nouns.ruleSet }, (row) => (
      <Link to={paths.talkRule(row.rule_id)}>{row.name}</Link>
    )),
    enabledColumn,
    column<RuleRow>('live_v', { width: 210, card: 'meta' }, (row, { lang }) => {
      const { live_v, canary, withdrawn, is_dirty } = row
      return (
        <>
          <VersionLabel live_v={live_v} canary={canary} />{' '}
          {withdrawn ? (
            <Status tone="attention">
              <span title={lang === 'zh' ? withdrawn.why : withdrawn.why_en}>
                {r('taken_back_short', { v: withdrawn.v })[lang]}
              </span>
            </Status>
          ) : is_dirty && live_v !== null ? (
            <Status tone="attention">{t('dirty')[lang]}</Status>
          ) : null}
        </>
      )
    }),
    column<RuleRow>('fired_24h', { width: 170, title: r('day'), card: 'meta' }, (row) => (
      <DayBar {...row} />
    )),
    column<RuleRow>('rooms', { width: 90, align: 'right', card: 'meta' }, ({ rooms }) => rooms),
    column<RuleRow>('nodes', { width: 90, align: 'right' }, ({ nodes }) => nodes),
    column<RuleRow>('problems', { width: 90, align: 'right' }, ({ problems }) => problems),
    column<RuleRow>('kind', { width: 110 }, ({ kind }, { lang }) => labelOf(RuleKind, kind, lang)),
    column<RuleRow>('game', { width: 120, card: 'meta' }, ({ game }) => game?.name ?? EMPTY_CELL),
    column<RuleRow>('org', { width: 140, card: 'meta' }, ({ org }) => org.name),
    text('note', { width: 160, wrap: true }),
    instant('updated_at', { width: 140 }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, t('find')),
    filter({ kind: 'options', name: 'org_id', from: optionLists.orgs }),
    filter({ kind: 'options', name: 'game_id', from: optionLists.games }),
    filter({ kind: 'enum', name: 'enabled', of: OpenStatus }),
  ],
  actions: ruleSetActions,
  create: createRuleSet,
  find: (rule_id) => ({ rule_id }),
}

const PageState = z.object({ tab: z._default(z.enum(TALK_TABS), 'sets') })

/** What rooms say, and what they may not say. */
export default function TalkListPage() {
  const [{ tab }] = useUrlState(PageState)
  return (
    <>
      <TalkTabs tab={tab} />
      {tab === 'words' ? <WordsPage /> : <ListPage {...sets} />}
    </>
  )
}
