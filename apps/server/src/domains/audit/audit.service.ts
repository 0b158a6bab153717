import type * as z from 'zod/mini'
import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import type {
  AuditAction,
  AuditPerson,
  AuditQuery,
  AuditRow,
  Change,
} from '@kaibo/contract/audit/audit.schema.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { oneOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import { pageFrom } from '#platform/db/endless.ts'
import type { Patience } from '#platform/db/report.ts'
import { spanOf, workbook } from '#platform/file/sheet.ts'
import type { Download } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { HIDDEN } from '#platform/http/audit-entry.ts'
import { changesOf, isOwnId } from './audit.changes.ts'
import { auditSheet } from './audit.sheet.ts'
import {
  auditAfter,
  auditPage,
  auditTotal,
  peopleWithin,
  placeOf,
  type AuditRecord,
} from './audit.store.ts'
import { createActions } from './audit.actions.ts'
import { createFieldNames } from './audit.words.ts'

type Query = z.output<typeof AuditQuery>

export interface Audit {
  list(scope: Scope, query: Query, lang: Lang, patience: Patience): Promise<EndlessPage<AuditRow>>
  /** All rows that the filters match, as a workbook that is written while it is read. */
  exportRows(scope: Scope, query: Query, lang: Lang, patience: Patience): Download
  /** A stored row as it is answered. */
  read(record: AuditRecord, lang: Lang): AuditRow
  /** Options of the filter by action. */
  actions(lang: Lang): z.output<typeof AuditAction>[]
  people(scope: Scope): Promise<z.output<typeof AuditPerson>[]>
}

interface Deps {
  /** Every call of the contract: names of actions and labels of fields come from it. */
  endpoints: readonly Endpoint[]
}

const Outcome = oneOf(AuditOutcome)

export function createAudit({ db, clock }: Platform<Tables>, { endpoints }: Deps): Audit {
  const nameOf = createFieldNames(endpoints)
  const actions = createActions(endpoints)

  const rowOf = (record: AuditRecord, lang: Lang): AuditRow => {
    const [input, before, after] = [record.input_json, record.before_json, record.after_json].map(
      readJson,
    )
    const isNoted = before !== undefined || after !== undefined
    const look = { action: record.action, nameOf, lang }
    return {
      seq: record.seq,
      at: record.at,
      uid: record.uid,
      username: record.username,
      action: record.action,
      action_name: actions.called(record.action)[lang],
      target: record.target,
      target_id: record.target_id,
      outcome: outcomeOf(record.outcome),
      ip: record.ip,
      request_id: record.request_id,
      reason: record.reason,
      changes_of: isNoted ? 'row' : 'input',
      changes: isNoted
        ? changesOf(before, after, look).filter((change) => !isOwnId(change, record.target_id))
        : changesOf(undefined, input, look).filter((change) => !isSaid(change, record)),
      hash: record.hash,
    }
  }

  return {
    read: rowOf,
    async list(scope, query, lang, patience) {
      const total = await auditTotal(db, scope, query, patience)
      // A search without a result reads the most rows, so it is not run again for the page.
      if (total.total === 0) return { list: [], next: null, ...total }
      const found = await auditPage(db, scope, query, patience)
      const page = pageFrom(found, query, { placeOf, rowOf: (record) => rowOf(record, lang) })
      return { ...page, ...total }
    },
    exportRows: (scope, query, lang, patience) =>
      workbook(auditSheet, {
        lang,
        span: spanOf(query.day_from, query.day_to ?? dayOf(clock.now()), lang),
        after: async (last, limit) => {
          const records = await auditAfter(db, scope, query, last, { limit, ...patience })
          return records.map((record) => rowOf(record, lang))
        },
      }),
    actions: (lang) => actions.all().map(([uid, words]) => ({ uid, name: words[lang] })),
    people: (scope) => peopleWithin(db, scope),
  }
}

/** Of what a call was given: who or what it is about, which the row says already, and that there was a secret. */
const isSaid = ({ after }: Change, { target, target_id }: AuditRecord): boolean =>
  after === HIDDEN || after === target || after === target_id

/* Unexpected values are shown as they are: a row that was tampered with must not fail the whole list. */

const outcomeOf = (outcome: string | null) =>
  Outcome.safeParse(outcome ?? AuditOutcome.done).data ?? AuditOutcome.interrupted

function readJson(json: string | null): unknown {
  if (json === null) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
