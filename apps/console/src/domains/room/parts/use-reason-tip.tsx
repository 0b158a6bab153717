import { useState, type FocusEvent, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { WHY } from '../room.line-keys.ts'
import styles from '../timeline.module.css'

interface Tip {
  word: Element
  text: string
  left: number
  /** Over the word, or under it where there is no room. */
  edge: { bottom: number } | { top: number }
}

const GAP_PX = 4
const ROOM_PX = 96
const WIDTH_PX = 320

/**
 * One tip for all words of a list that have a reason (`WHY`): on hover of the word, and on focus of its line. A tip of its own
 * for each of hundreds of lines would cost more than the lines.
 */
export function useReasonTip() {
  const [tip, setTip] = useState<Tip>()
  const show = (word: Element | null) => setTip(word ? tipOver(word) : undefined)
  const hide = () => setTip(undefined)
  const reasons = {
    onPointerOver: ({ target }: PointerEvent) => show((target as Element).closest(`[${WHY}]`)),
    onPointerLeave: hide,
    onFocus: ({ target }: FocusEvent) =>
      show(target.matches('[data-line]') ? target.querySelector(`[${WHY}]`) : null),
    onBlur: hide,
  }
  const shown = tip
    ? createPortal(
        // The words are read out where they stand.
        <div className={styles.reasonTip} aria-hidden style={{ left: tip.left, ...tip.edge }}>
          {tip.text}
        </div>,
        document.body,
      )
    : null
  /** After a scroll of what the words stand in. */
  const goAlong = () => {
    if (tip) show(tip.word)
  }
  return { reasons, goAlong, tip: shown }
}

function tipOver(word: Element): Tip | undefined {
  const text = word.getAttribute(WHY)
  if (!text || !word.isConnected) return undefined
  const { left, top, bottom } = word.getBoundingClientRect()
  return {
    word,
    text,
    left: Math.max(GAP_PX, Math.min(left, innerWidth - WIDTH_PX - GAP_PX)),
    edge: top > ROOM_PX ? { bottom: innerHeight - top + GAP_PX } : { top: bottom + GAP_PX },
  }
}
