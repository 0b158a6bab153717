import type { GameLinkState } from '@kaibo/contract/agent/game-items.schema.ts'
import { useText } from '#client/i18n.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import './game-card.i18n.ts'

const TONES: Readonly<Record<GameLinkState, Tone>> = {
  off: 'failed',
  waiting: 'starting',
  connected: 'ok',
  away: 'attention',
}

/** Whether a room's game is there. */
export function LinkStatus({ state }: { state: GameLinkState }) {
  const t = useText('game_card')
  return <Status tone={TONES[state]}>{t(state)}</Status>
}
