import type { Moment } from '@kaibo/contract/room/room.schema.ts'

/** A sentence with what became of it. */
export interface Sentence {
  readonly key: string
  /** The last that is known of it. */
  readonly moment: Moment
  /** It was being said when it was cut off. */
  readonly isCut: boolean
}

/** An event with what the rules made of it. */
export interface EventLine {
  readonly type: 'event'
  readonly key: string
  readonly event: Moment
  readonly decisions: readonly Moment[]
  readonly said: readonly Sentence[]
}

/** The events of one minute that are many and that nothing came of. */
export interface FoldLine {
  readonly type: 'fold'
  readonly key: string
  readonly at: number
  readonly events: readonly EventLine[]
}

/** A sentence whose event is not known here: it is on an older page, or there was none. */
export interface SpeechLine {
  readonly type: 'speech'
  readonly key: string
  readonly sentence: Sentence
}

/** What stands for itself: a state, a command, a log line, or a decision whose event is not known here. */
export interface PlainLine {
  readonly type: 'plain'
  readonly key: string
  readonly moment: Moment
}

export type Line = EventLine | FoldLine | SpeechLine | PlainLine

/** They come in masses; what people write, give and decide to follow is shown each by itself. */
export const QUIET_TAGS = ['enter', 'like', 'share'] as const
export const isQuiet = (tag: string): boolean => QUIET_TAGS.some((quiet) => quiet === tag)

const MINUTE_MS = 60_000
const foldKey = (at: number) => `fold-${Math.floor(at / MINUTE_MS)}`

/**
 * The lines of a timeline, oldest first. A sentence hangs under the event that caused it, however much later it was said, and
 * a decision is folded into its event. Quiet events of a minute are one line, where the first of them stood: it counts on in
 * its place while others come between.
 */
export function linesOf(moments: readonly Moment[]): Line[] {
  const effects = effectsIn(moments)
  const lines: Line[] = []
  const folds = new Map<string, EventLine[]>()
  for (const moment of moments) {
    const line = effects.lineOf(moment)
    if (line?.type === 'event' && isQuiet(moment.tag) && !line.said.some(isOrMayBeSaid)) {
      const key = foldKey(moment.at)
      const events = folds.get(key)
      if (events) events.push(line)
      else {
        const first = [line]
        folds.set(key, first)
        lines.push({ type: 'fold', key, at: moment.at, events: first })
      }
    } else if (line) lines.push(line)
  }
  return lines
}

/** One that came too late or found no room led to nothing. */
const isOrMayBeSaid = ({ moment: { tag } }: Sentence) =>
  tag === 'spoken' || tag === 'speaking' || tag === 'queued'

interface Effects {
  decisions: Moment[]
  said: Sentence[]
}

/** What events led to; a moment that has gone into the line of another has none of its own. */
function effectsIn(moments: readonly Moment[]) {
  const ofEvents = new Map<string, Effects>()
  for (const { kind, event_id } of moments) {
    if (kind === 'event' && event_id !== null && !ofEvents.has(event_id))
      ofEvents.set(event_id, { decisions: [], said: [] })
  }
  const causeOf = ({ event_id }: Moment) => (event_id === null ? undefined : ofEvents.get(event_id))
  const sentences = sentencesIn(moments)
  for (const sentence of sentences.values()) causeOf(sentence.moment)?.said.push(sentence)
  for (const moment of moments)
    if (moment.kind === 'decision') causeOf(moment)?.decisions.push(moment)

  const lineOf = (moment: Moment): Line | undefined => {
    const effects = causeOf(moment)
    if (moment.kind === 'event')
      return { type: 'event', key: moment.id, event: moment, ...(effects ?? NO_EFFECTS) }
    if (effects && (moment.kind === 'decision' || moment.kind === 'speech')) return undefined
    if (moment.kind !== 'speech') return { type: 'plain', key: moment.id, moment }
    const sentence = sentences.get(speechKey(moment))
    return sentence?.moment === moment ? { type: 'speech', key: sentence.key, sentence } : undefined
  }
  return { lineOf }
}

const NO_EFFECTS: Effects = { decisions: [], said: [] }

/** Rows from before sentences were numbered are known by what is said about which event. */
const speechKey = ({ speech_id, event_id, text }: Moment) => speech_id ?? `${event_id} ${text}`

/** Each sentence once, with what became of it in the end, in the order in which they were queued. */
function sentencesIn(moments: readonly Moment[]): ReadonlyMap<string, Sentence> {
  const found = new Map<string, Sentence>()
  for (const moment of moments) {
    if (moment.kind !== 'speech') continue
    const key = speechKey(moment)
    found.set(key, nextState(found.get(key), key, moment))
  }
  return found
}

/** What a sentence comes to that a stage has begun. */
const ENDS = ['spoken', 'failed']

function nextState(before: Sentence | undefined, key: string, moment: Moment): Sentence {
  const said = before?.moment.tag
  if (before && (said === 'spoken' || (said === 'speaking' && !ENDS.includes(moment.tag))))
    return { ...before, isCut: before.isCut || moment.tag === 'cleared' }
  // Of one instant, what was queued may come after what became of it.
  if (before && moment.tag === 'queued') return before
  return { key, moment, isCut: false }
}
