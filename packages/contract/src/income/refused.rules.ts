import { words, type Words } from '../kernel/words.ts'
import { refusals } from './refused.enums.ts'

/**
 * Whether a refused event may be tried once more: `true`, or the sentence why not. A partner that used a reserved source name
 * stays refused; other causes, such as a missing room, may have gone.
 */
export const canAdmit = ({ code }: { code: string }): true | Words =>
  code !== refusals.reserved_source ||
  words(
    '对方冒用了系统保留的来源名称，须换名后重新推送，不能直接入账',
    'Its sender took a reserved source name: it has to be pushed again under another one',
  )
