import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { App, Button } from 'antd'
import { CloseOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { toastError } from '#client/toast.ts'
import { leadFocus } from '#kit/focus/lead-focus.ts'
import { useFailedText } from './still-open.ts'
import { takeBack } from './take-back.ts'
import { dropOffer, UNDO_MS, useOffers, useOffersHeld, type Offer } from './undo.ts'
import textStyles from '#kit/text/text.module.css'
import './action.i18n.ts'
import styles from './undo.module.css'

/** What somebody has begun to read stays at least so long after they look away. */
const LEAST_MS = 3_000
/** Where Ctrl+Z takes back what is typed. */
const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]'

/** What was done and can be taken back, over every page: it outlives the one where it was done. */
export function UndoHost() {
  const t = useText('action')
  const offers = useOffers()
  const { message } = App.useApp()
  const speak = useSpeak()
  const failedText = useFailedText()
  const undo = async (offer: Offer) => {
    dropOffer(offer.id)
    const name = offer.steps.length === 1 ? offer.steps[0]?.name : undefined
    try {
      if (await takeBack(offer)) void message.success(t('undone'))
    } catch (error) {
      const failure = error as Error
      const what = t('undo_of', { what: name ?? speak(offer.said) })
      toastError(failure, failedText(what, failure.message))
    }
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const newest = offers.at(-1)
    if (!newest || !isUndoKey(event)) return
    event.preventDefault()
    void undo(newest)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={styles.offers} data-screen>
      {offers.map((offer) => (
        <Toast key={offer.id} offer={offer} onUndo={() => void undo(offer)} />
      ))}
      <p className={textStyles.hidden} role="status">
        {offers.map((offer) => (
          <span key={offer.id}>{t('undo_keys', { said: speak(offer.said) })}</span>
        ))}
      </p>
    </div>
  )
}

function isUndoKey({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
  isComposing,
  target,
}: KeyboardEvent) {
  if (isComposing || shiftKey || altKey || !(ctrlKey || metaKey)) return false
  return key.toLowerCase() === 'z' && !(target instanceof Element && target.closest(TYPING))
}

/** Goes after a while, which stands still as long as the pointer or the focus is in it. */
function Toast({ offer, onUndo }: { offer: Offer; onUndo: () => void }) {
  const t = useText('action')
  const speak = useSpeak()
  const [watched, setWatched] = useState({ pointer: false, focus: false })
  const held = useOffersHeld() || watched.pointer || watched.focus
  const left = useRef(UNDO_MS)
  const root = useRef<HTMLDivElement>(null)
  /** Where the focus was before it came here. */
  const before = useRef<EventTarget>(null)
  useEffect(() => {
    if (held) return undefined
    const began = performance.now()
    const timer = setTimeout(() => dropOffer(offer.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(LEAST_MS, left.current - (performance.now() - began))
    }
  }, [held, offer.id])
  const end = (act: () => void) => {
    act()
    const from = before.current
    leadFocus(() =>
      from instanceof HTMLElement && from.isConnected ? from : document.querySelector('main'),
    )
  }
  return (
    // It only listens whether somebody is at it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      className={styles.offer}
      role="group"
      aria-label={speak(offer.said)}
      onPointerEnter={() => setWatched((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setWatched((now) => ({ ...now, pointer: false }))}
      onFocus={({ relatedTarget }) => {
        if (!root.current?.contains(relatedTarget)) before.current = relatedTarget
        setWatched((now) => ({ ...now, focus: true }))
      }}
      onBlur={({ relatedTarget }) => {
        if (!root.current?.contains(relatedTarget)) setWatched((now) => ({ ...now, focus: false }))
      }}
    >
      <span className={styles.said}>{speak(offer.said)}</span>
      <Button size="small" aria-keyshortcuts="Control+Z" onClick={() => end(onUndo)}>
        {t('undo')}
      </Button>
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('dismiss')}
        onClick={() => end(() => dropOffer(offer.id))}
      />
    </div>
  )
}
