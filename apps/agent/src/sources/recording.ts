import { LiveEvent } from '@kaibo/contract/live/event.ts'
import { isRecord } from '#json/record.ts'
import { readMessage } from './bilibili-message.ts'

/** One line of a recording: an event with the time it was recorded at, nothing of interest, or a bad line. */
export type Recorded = { event: LiveEvent } | { skipped: true } | { bad: string }

/** A line holds a Bilibili `{cmd, data}` or a normalised event. The recorded ids are kept, so that no replay counts twice. */
export function readLine(line: string, roomCode: string, now: number): Recorded {
  const text = line.replace(/^\uFEFF/, '').trim()
  if (text === '') return { skipped: true }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { bad: '不是 JSON' }
  }
  if (!isRecord(value)) return { bad: '不是一个对象' }
  if ('cmd' in value) {
    const read = readMessage(value, roomCode, now)
    if ('event' in read) return read
    return read.skipped === 'bad' ? { bad: read.reason } : { skipped: true }
  }
  const parsed = LiveEvent.safeParse({ ...value, room_code: roomCode })
  if (parsed.success) return { event: parsed.data }
  const [issue] = parsed.error.issues
  return { bad: `${issue?.path.join('.') || '事件'} 不正确` }
}
