import { Button } from 'antd'
import * as z from 'zod/mini'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { refusedStates } from '@kaibo/contract/income/refused.enums.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { refresh, useCall } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { useLive } from '#client/live.ts'
import { OPENED_HERE, useCloseOpened } from '#kit/address/opened-here.ts'
import { useUrlState } from '#kit/list/url-state.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import '../refused.i18n.ts'
import styles from '../income.module.css'

const RefusedDrawer = lazily(async () => (await import('./refused-drawer.tsx')).RefusedDrawer)

/** The part of refused income that is open in the drawer; in the address. */
const Opened = z.object({
  refused: z.optional(z.enum([...Object.values(refusedStates), 'all'])),
})
export type RefusedView = NonNullable<z.output<typeof Opened>['refused']>

const REFETCH_MS = 60_000

interface RefusedNoteProps {
  /** Only this room's. */
  room_code?: string
  /** Hidden while nothing is left to decide. */
  quiet?: boolean
}

/** How much income was refused, with a button that lists it. */
export function RefusedNote({ room_code, quiet = false }: RefusedNoteProps) {
  const t = useText('refused')
  const [{ refused }, change] = useUrlState(Opened)
  const input = { room_code, state: refusedStates.open, page_size: 1 }
  const answer = useCall(incomeApi.refused, input, { keep: true, refetchMs: REFETCH_MS }).data
  useLive(incomeApi.refused.name, () => refresh(incomeApi.refused))
  const { count, claimed_fen } = answer?.open ?? { count: 0, claimed_fen: 0 }
  const open = (view: RefusedView) => change({ refused: view }, { state: OPENED_HERE })
  const look = (view: RefusedView) => change({ refused: view }, { replace: true })
  const close = useCloseOpened(() => change({ refused: undefined }, { replace: true }))
  if (quiet && count === 0 && !refused) return null
  return (
    <>
      <p className={styles.refusedNote} data-screen={count === 0 || undefined}>
        <Button size="small" danger={count > 0} onClick={() => open(refusedStates.open)}>
          {count > 0 ? t('open', { count, money: formatFen(claimed_fen) }) : t('none_open')}
        </Button>
      </p>
      {refused ? (
        <Lazily onClose={close}>
          <RefusedDrawer room_code={room_code} view={refused} onView={look} onClose={close} />
        </Lazily>
      ) : null}
    </>
  )
}
