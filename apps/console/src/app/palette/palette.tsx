import { useEffect, useEffectEvent, useImperativeHandle, useState, type Ref } from 'react'
import { termsOf } from '@kaibo/contract/kernel/fold.ts'
import { useText } from '#client/i18n.ts'
import { piecesOf, type PaletteItem } from './palette.items.ts'
import { rememberChoice } from './recent.ts'
import { usePalette } from './use-palette.tsx'
import styles from './palette.module.css'

/** What the keys in the search's field do to the list below it. */
export interface PaletteControl {
  move: (by: 1 | -1) => void
  /** False where what was typed has not been answered yet. */
  enter: () => boolean
}

interface Props {
  ref: Ref<PaletteControl>
  keyword: string
  /** Enter was pressed before there was anything to choose. */
  entered: boolean
  /** That Enter has been heard. */
  onEntered: () => void
  /** The id of the chosen one, which the field speaks for. */
  onActive: (id: string | undefined) => void
  onComplete: (text: string) => void
  onClose: () => void
}

/** Pages, acts and records by name or by sound; arrows choose, Enter goes. */
export function Palette({
  ref,
  keyword,
  entered,
  onEntered,
  onActive,
  onComplete,
  onClose,
}: Props) {
  const t = useText('palette')
  const { groups, isReady, isAsking, error } = usePalette(keyword, onComplete)
  const items = groups.flatMap((group) => group.items)
  const asked = new Set(groups.flatMap((group) => (group.isAsked ? group.items : [])))
  const [chosenAt, setChosenAt] = useState({ keyword, at: 0 })
  const at = chosenAt.keyword === keyword ? Math.min(chosenAt.at, items.length - 1) : 0
  const chosen = items[at]
  const chosenId = chosen && idOf(chosen)
  const [said, setSaid] = useState<{ keyword: string; words: string }>()
  const terms = termsOf(keyword)

  useEffect(() => {
    onActive(chosenId)
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId, onActive])

  const go = (item: PaletteItem) => {
    if (item.refused !== undefined) {
      setSaid({ keyword, words: t('refused', { act: item.label, reason: item.refused }) })
      return
    }
    if (item.stays) return item.run()
    if (!item.passing) rememberChoice({ ...item, key: item.key.replace(/^recent-/, '') })
    onClose()
    item.run()
  }
  // What was found for other letters is not what Enter means.
  const isTooEarly = !isReady || (isAsking && (!chosen || asked.has(chosen)))
  const enter = () => {
    if (isTooEarly) return false
    if (chosen) go(chosen)
    return true
  }
  useImperativeHandle(ref, () => ({
    move: (by) => {
      const count = Math.max(items.length, 1)
      setChosenAt({ keyword, at: (Math.max(at, 0) + by + count) % count })
    },
    enter,
  }))
  const enterLate = useEffectEvent(() => {
    onEntered()
    enter()
  })
  const isDue = entered && !isTooEarly
  useEffect(() => {
    if (!isDue) return undefined
    const soon = setTimeout(() => enterLate())
    return () => clearTimeout(soon)
  }, [isDue])

  return (
    <>
      <div
        id="palette-items"
        role="listbox"
        aria-label={t('search')}
        className={styles.palette}
        data-asking={isAsking || undefined}
      >
        {groups.map(({ key, title, items: own }) => (
          <div key={key} role="group" aria-labelledby={`palette-of-${key}`}>
            <p id={`palette-of-${key}`} className={styles.title}>
              {title}
            </p>
            {own.map((item) => (
              <Option
                key={item.key}
                item={item}
                terms={terms}
                isChosen={item === chosen}
                onPoint={() => setChosenAt({ keyword, at: items.indexOf(item) })}
                onPick={() => go(item)}
              />
            ))}
          </div>
        ))}
      </div>
      <div role="status" className={styles.status}>
        {error
          ? t('failed', { reason: error.message })
          : said?.keyword === keyword
            ? said.words
            : items.length === 0 && !isAsking
              ? t('none')
              : null}
      </div>
      <p className={styles.keys} aria-hidden>
        {t('keys')}
      </p>
    </>
  )
}

const idOf = ({ key }: PaletteItem) => `palette-${key}`

interface OptionProps {
  item: PaletteItem
  terms: readonly string[]
  isChosen: boolean
  onPoint: () => void
  onPick: () => void
}

function Option({ item, terms, isChosen, onPoint, onPick }: OptionProps) {
  const { icon, label, detail, state, refused } = item
  return (
    // The field keeps the focus and speaks for the list.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={idOf(item)}
      role="option"
      tabIndex={-1}
      className={styles.item}
      aria-selected={isChosen}
      aria-disabled={refused !== undefined}
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={onPick}
    >
      {icon}
      <span className={styles.label}>
        <Marked text={label} terms={terms} />
      </span>
      {state}
      <span className={styles.detail}>
        <Marked text={detail} terms={terms} />
      </span>
      {refused === undefined ? null : <span className={styles.refused}>{refused}</span>}
    </div>
  )
}

function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  // One piece where nothing is marked; pieces have no identity but their place.
  return piecesOf(text, terms).map(({ text: piece, isMarked }, at) =>
    // oxlint-disable-next-line react/no-array-index-key
    isMarked ? <mark key={at}>{piece}</mark> : piece,
  )
}
