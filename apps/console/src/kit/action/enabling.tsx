import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type * as z from 'zod/mini'
import type { AnyInput, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { call } from '#client/http.ts'
import { wordsOf } from '#client/i18n.ts'
import type { Session } from '#client/session.ts'
import { phrases } from '#kit/noun/phrases.ts'
import { act } from './act.ts'
import type { Action } from './action.ts'
import './action.i18n.ts'

const t = wordsOf('action')

/** What follows from each: said before, where it asks first, and else when it is done. */
export type EnablingHints<Row> = Record<'enable' | 'disable', (row: Row) => Words>

type Open = ValueOf<typeof OpenStatus>
/** A call that answers the record as it left it. */
type Call = Endpoint<AnyInput, z.ZodMiniType<{ version: number }>>

interface Enabling<Row, E extends Call> {
  noun: Words
  /** The contract's rule table of the record. */
  can: (act: 'enable' | 'disable', row: Row, session: Session) => true | Words
  isEnabled: (row: Row) => boolean
  /** The row with the other state. */
  become: (row: Row, enabled: Open) => Row
  /** `version`: of the write that is taken back. */
  input: (row: Row, enabled: Open, version?: number) => InputOf<E>
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  hints: EnablingHints<Row>
  /** Disabling takes away what enabling again does not bring back, as logins: it asks first. All else is done at once. */
  asks?: boolean | undefined
  /** Has both done with many as well: what disabling them takes away. */
  bulkHint?: Words | undefined
}

/** To disable a record and to enable it again, by one call; the one that applies shows, and each takes the other back. */
export function enabling<Row, E extends Call>(
  endpoint: E,
  settings: Enabling<Row, E>,
): Action<Row>[] {
  const { noun, can, isEnabled, become, input, keyOf, nameOf, hints, asks, bulkHint } = settings
  const side = (act: 'enable' | 'disable', to: Open, back: Open) => ({
    name: act,
    label: t(act),
    enabled: (row: Row, session: Session) => can(act, row, session),
    input: (row: Row) => input(row, to),
    expected: { keyOf, becomes: (row: Row) => become(row, to) },
    undo: {
      nameOf,
      run: (row: Row, { version }: { version: number }) =>
        call(endpoint, input(row, back, version), { silent: true }),
    },
  })
  const said = (act: 'enable' | 'disable', row: Row, withHint: boolean) => {
    const done = t(`${act}d_done`, { name: nameOf(row) })
    return withHint ? t('with_hint', { said: done, hint: hints[act](row) }) : done
  }
  return [
    act<Row, E>(endpoint, {
      ...side('disable', OpenStatus.close, OpenStatus.open),
      icon: <StopOutlined aria-hidden />,
      danger: true,
      applies: isEnabled,
      done: (row: Row) => said('disable', row, !asks),
      ...(asks && {
        confirm: (row: Row) => ({
          title: phrases.disable(noun, nameOf(row)),
          hint: hints.disable(row),
        }),
      }),
      ...(bulkHint && {
        bulk: { label: t('bulk_disable'), hint: bulkHint, atOnce: !asks },
      }),
    }),
    act<Row, E>(endpoint, {
      ...side('enable', OpenStatus.open, OpenStatus.close),
      icon: <CheckCircleOutlined aria-hidden />,
      applies: (row) => !isEnabled(row),
      done: (row: Row) => said('enable', row, true),
      ...(bulkHint && { bulk: { label: t('bulk_enable'), atOnce: true } }),
    }),
  ]
}
