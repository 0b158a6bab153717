import { words, type Words } from '@kaibo/contract/kernel/words.ts'

/** Why something outside could not be asked. Nothing of what it answered is in it. */
export type OutgoingWhy =
  | 'address'
  | 'unknown'
  | 'refused'
  | 'late'
  | 'large'
  | 'redirect'
  | 'certificate'
  | 'broken'

const SAID: Readonly<Record<OutgoingWhy, Words>> = {
  address: words('这个地址不允许访问', 'This address is not allowed'),
  unknown: words('找不到这个主机', 'The host is not known'),
  refused: words('连接被拒绝', 'The connection was refused'),
  late: words('没有在规定时间内应答', 'It did not answer in time'),
  large: words('应答过大', 'The answer is too large'),
  redirect: words('应答转到别的地址，不跟随', 'It redirects elsewhere, which is not followed'),
  certificate: words('证书无效', 'Its certificate is not valid'),
  broken: words('连接中断', 'The connection broke off'),
}

export class OutgoingFault extends Error {
  readonly words: Words
  constructor(
    readonly why: OutgoingWhy,
    said: Words = SAID[why],
  ) {
    super(said.zh)
    this.words = said
  }
}

/** What went wrong on a socket, in our words. */
export function faultOf(error: unknown): OutgoingFault {
  if (error instanceof OutgoingFault) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new OutgoingFault('unknown')
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code))
    return new OutgoingFault('refused')
  if (code === 'ETIMEDOUT') return new OutgoingFault('late')
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|EPROTO/.test(code))
    return new OutgoingFault('certificate')
  return new OutgoingFault('broken')
}
