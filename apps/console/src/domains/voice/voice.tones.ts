import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { PortState, PublishState, ServerState } from '@kaibo/contract/voice/voice.enums.ts'

/* The look of each state. */

export const SERVER_TONES = {
  [ServerState.ok]: 'ok',
  [ServerState.part]: 'attention',
  [ServerState.down]: 'failed',
  [ServerState.off]: 'offline',
} as const

export const PORT_TONES = {
  [PortState.idle]: 'idle',
  [PortState.busy]: 'ok',
  [PortState.loading]: 'starting',
  [PortState.draining]: 'attention',
  [PortState.down]: 'failed',
} as const

export const PUBLISH_TONES = {
  [PublishState.fetching]: 'starting',
  [PublishState.wait]: 'idle',
  [PublishState.licence]: 'attention',
  [PublishState.draining]: 'starting',
  [PublishState.sending]: 'starting',
  [PublishState.testing]: 'starting',
  [PublishState.done]: 'ok',
  [PublishState.failed]: 'failed',
  [PublishState.halted]: 'offline',
} as const

export const LICENCE_TONES = {
  [AuthExpireStatus.forever]: 'ok',
  [AuthExpireStatus.normal]: 'ok',
  [AuthExpireStatus.soon]: 'attention',
  [AuthExpireStatus.expired]: 'failed',
} as const
