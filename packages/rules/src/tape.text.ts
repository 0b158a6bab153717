import type { TapeHead, TapeInput, TapePart } from './tape.ts'

/* A part of a tape as text: a line for its head, one for each input, one for its end. */

export const TAPE_FORMAT = 1

interface HeadLine extends TapeHead {
  format: number
  /** The part before it, which ended where this one begins; nothing where none did. */
  after: string | null
}

export const headLine = (head: TapeHead, after: string | null): string =>
  JSON.stringify({ format: TAPE_FORMAT, after, ...head } satisfies HeadLine)

export const inputLine = (input: TapeInput): string => JSON.stringify(input)

/** The last line: without it something may be missing. */
export const END_LINE = '{"do":"end"}'

const DOES = new Set(['use', 'words', 'open', 'happen', 'tick', 'set', 'round', 'eta', 'reset'])

/** Reads a part that follows on `former`; throws where it cannot be read. */
export function readPart(text: string, former: { key: string; isWhole: boolean } | undefined) {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '')
  const { format, after, ...head } = JSON.parse(first) as HeadLine
  if (format !== TAPE_FORMAT) throw new Error(`tape of format ${format}`)
  const isWhole = lines.at(-1) === END_LINE
  const inputs: TapeInput[] = []
  for (const [index, line] of (isWhole ? lines.slice(0, -1) : lines).entries()) {
    const input = inputOf(line)
    if (input) inputs.push(input)
    // A power cut leaves half a line, and only as the last one
    else if (index < lines.length - 1) throw new Error(`line ${index + 2} of a tape`)
  }
  const isJoined = former !== undefined && former.isWhole && after === former.key
  const part: TapePart = { head, inputs, isJoined }
  return { part, isWhole }
}

function inputOf(line: string): TapeInput | undefined {
  try {
    const input = JSON.parse(line) as { do?: string }
    return DOES.has(input.do ?? '') ? (input as TapeInput) : undefined
  } catch {
    return undefined
  }
}
