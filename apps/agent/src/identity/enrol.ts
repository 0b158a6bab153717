import { agentApi } from '@kaibo/contract/agent/enrol.api.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { isRecord } from '#json/record.ts'
import type { Enrolled } from './identity.ts'

const TIMEOUT_MS = 15_000

/** The server refuses this code; trying it again does not help. */
export class EnrolRefused extends Error {}
/** Enrolment failed for a reason that may pass; it can be tried again. */
export class EnrolLater extends Error {
  readonly afterMs: number | undefined

  constructor(message: string, afterMs?: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** Swaps a one-time code and a public key for the PC's id. */
export async function enrol(
  server: URL,
  input: InputOf<typeof agentApi.enrol>,
  signal: AbortSignal,
): Promise<Enrolled> {
  const { code, msg, data } = await post(server, input, signal)
  if (code === Code.tooMany) {
    const seconds = isRecord(data) ? Number(data['retry_after_s']) : NaN
    throw new EnrolLater(msg, Number.isFinite(seconds) ? seconds * 1000 : undefined)
  }
  if (code === Code.internal) throw new EnrolLater(msg)
  if (code !== Code.ok) throw new EnrolRefused(msg)
  const enrolled = agentApi.enrol.data.safeParse(data)
  if (!enrolled.success) throw new EnrolLater('服务器的回答看不懂，请确认 --server 是 Kaibo 的地址')
  return enrolled.data
}

async function post(server: URL, input: object, signal: AbortSignal): Promise<Envelope> {
  const url = new URL(agentApi.enrol.path.slice(1), server)
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
  } catch (error) {
    throw new EnrolLater(`连不上服务器 ${server.origin}（${reasonOf(error)}）`)
  }
  const answer: unknown = await response.json().catch(() => undefined)
  if (!isEnvelope(answer))
    throw new EnrolLater(`服务器回答 HTTP ${response.status}，不是 Kaibo 的格式`)
  return answer
}

const isEnvelope = (answer: unknown): answer is Envelope =>
  isRecord(answer) && typeof answer['code'] === 'number' && typeof answer['msg'] === 'string'

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}
