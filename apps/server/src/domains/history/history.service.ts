import type * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Lang } from '@kaibo/contract/kernel/words.ts'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import type {
  HistoryPage,
  HistoryQuery,
  HistoryRow,
  RecordKind,
  RecordVersion,
  VersionQuery,
} from '@kaibo/contract/history/history.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { fault, notFound } from '#platform/fault.ts'
import { withoutSecrets } from '#platform/http/audit-entry.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { isRecord } from '#platform/record.ts'
import { writeAt, writesOf, type WriteRecord } from './history.store.ts'

/** A kind of record, as its domain has it. */
export interface Kind {
  /** The calls that write it. */
  calls: readonly Pick<Endpoint, 'name'>[]
  /** What its list answers of it: by this a kept version is read. */
  row: z.ZodMiniType
  /** Whether the record exists and the actor sees it. */
  sees: (actor: Actor, id: string) => Promise<boolean>
}

interface Deps {
  kinds: Readonly<Record<RecordKind, Kind>>
  /** An audit row in words. */
  read: (record: WriteRecord, lang: Lang) => Pick<HistoryRow, 'action_name' | 'changes'>
}

const PAGE = 20

export function historyRoutes({ db }: Platform<Tables>, { kinds, read }: Deps): Implementation[] {
  /** The kind, if the actor may see such records and sees this one. */
  async function seen(actor: Actor, kind: RecordKind, id: string): Promise<Kind> {
    const look = `${kind}.look`
    if (!actor.actions.has(look))
      throw fault(
        Code.forbidden,
        words('没有权限，请联系管理员', 'You have no right to this; ask an administrator'),
        { need: look },
      )
    if (!(await kinds[kind].sees(actor, id))) throw notFound(nouns.record)
    return kinds[kind]
  }

  async function list(
    actor: Actor,
    { kind, id, before }: z.output<typeof HistoryQuery>,
    lang: Lang,
  ): Promise<z.output<typeof HistoryPage>> {
    const { calls, row } = await seen(actor, kind, id)
    const names = calls.map(({ name }) => name)
    const found = await writesOf(db.query, { id, calls: names, before, limit: PAGE + 1 })
    const page = found.slice(0, PAGE)
    return {
      list: page
        .filter((record) => isFor(actor, record))
        .map((record) => ({
          seq: record.seq,
          at: record.at,
          username: record.username,
          reason: record.reason,
          ...read(record, lang),
          version: versionOf(versionIn(record, row)),
        })),
      next: found.length > PAGE ? (page.at(-1)?.seq ?? null) : null,
    }
  }

  async function version(
    actor: Actor,
    { kind, id, seq }: z.output<typeof VersionQuery>,
  ): Promise<z.output<typeof RecordVersion>> {
    const { calls, row } = await seen(actor, kind, id)
    const record = await writeAt(db.query, { id, calls: calls.map(({ name }) => name), seq })
    const kept = record && isFor(actor, record) ? versionIn(record, row) : undefined
    if (!record || !kept) throw notFound(nouns.version)
    return { seq, at: record.at, username: record.username, row: kept }
  }

  return implement(historyApi, {
    list: ({ input, actor, origin }) => list(actor, input, origin.lang),
    version: ({ input, actor }) => version(actor, input),
  })
}

/** The record as it was after the write, in the form that it has today and without secrets; undefined where it had another. */
function versionIn({ after_json }: WriteRecord, row: z.ZodMiniType) {
  const kept = row.safeParse(parsed(after_json))
  const safe = kept.success ? withoutSecrets(row, kept.data) : undefined
  return isRecord(safe) ? safe : undefined
}

const versionOf = (row: Record<string, unknown> | undefined): number | null =>
  typeof row?.['version'] === 'number' ? row['version'] : null

/**
 * A record may have belonged to another organisation before. Whoever does not see everything is shown what people of their own
 * organisation, and people who act for none, have written while it belonged to theirs.
 */
function isFor({ scope, org_id }: Actor, record: WriteRecord): boolean {
  if (scope.kind === 'all') return true
  if (record.org_id !== '' && record.org_id !== org_id) return false
  const owners = [record.before_json, record.after_json].map((json) => ownerOf(parsed(json)))
  return owners.every((owner) => owner === undefined || owner === org_id)
}

/** The organisation that a kept row names as its own; a guild's row is the guild itself, whose `owner` is an account. */
function ownerOf(row: unknown): string | null | undefined {
  if (!isRecord(row)) return undefined
  if ('org' in row) return idOf(row['org'])
  return 'studio' in row ? idOf(row['studio']) : undefined
}

const idOf = (value: unknown): string | null =>
  isRecord(value) && typeof value['id'] === 'string' ? value['id'] : null

/** A row that was tampered with is shown as one without a version. */
function parsed(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}
