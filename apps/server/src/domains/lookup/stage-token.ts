import type { Tables } from '#migrations/tables.ts'
import type { Seal } from '#platform/seal.ts'

/**
 * What opens the page of a room's stage on its PC. Made of the installation's key, so that it is nowhere kept; another one
 * each time that the link is renewed.
 */
export const stageToken = (
  seal: Pick<Seal, 'sign'>,
  { id, stage_renewed }: Pick<Tables['room'], 'id' | 'stage_renewed'>,
): string => seal.sign('stage', `${id}.${stage_renewed ?? 0}`)
