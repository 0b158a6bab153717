import type { Sentence } from '../facts/sentences.ts'
import { refusals } from './refused.enums.ts'

/**
 * Whether a refused event may be tried once more: `true`, or the sentence why not. No room and no clock makes a partner the
 * platform in whose name it pushes.
 */
export const canAdmit = ({ code }: { code: string }): true | Sentence =>
  code !== refusals.reserved_source ||
  '对方冒用了系统保留的来源名称，须换名后重新推送，不能直接入账'
