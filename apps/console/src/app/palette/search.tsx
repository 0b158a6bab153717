import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { isOfInputMethod } from './composing.ts'
import type { PaletteControl } from './palette.tsx'
import './recent.ts'
import { searchAsks } from './search-asks.ts'
import './palette.i18n.ts'
import styles from './palette.module.css'

const Palette = lazily(async () => (await import('./palette.tsx')).Palette)

/** The search over everything. What is begun in it has its dialogs here, where they outlive it and every page. */
export function Search() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.isComposing) return
      // With caps lock on it is a capital.
      if (event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      searchAsks.emit()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  // At once: the next key is typed into it already.
  useEffect(() => searchAsks.on(() => flushSync(() => setOpen(true))), [])
  return (
    <ActHost>{open ? <Opened onClose={() => flushSync(() => setOpen(false))} /> : null}</ActHost>
  )
}

/**
 * The field stands and has the focus before what it finds is loaded, so that nothing typed is lost, and Enter that was
 * pressed too early is not either: it holds for the first that is found.
 */
function Opened({ onClose }: { onClose: () => void }) {
  const t = useText('palette')
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const control = useRef<PaletteControl>(null)
  const endedAt = useRef(-Infinity)
  const isComposing = useRef(false)
  const [typed, setTyped] = useState('')
  // What is being composed is not what is meant yet: `al'y` on the way to 阿狸夜.
  const [keyword, setKeyword] = useState('')
  const [entered, setEntered] = useState(false)
  const [activeId, setActiveId] = useState<string>()

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    input.current?.focus()
    // Closing it leads the focus back to where it was opened from.
    return () => shown?.close()
  }, [])
  useEffect(() => searchAsks.on(() => input.current?.select()), [])

  const become = (text: string) => {
    setTyped(text)
    setEntered(false)
    if (!isComposing.current) setKeyword(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent, endedAt.current)) return
    // What the page behind it does with the key is not meant.
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      control.current?.move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key !== 'Enter') return
    // What opens takes the focus: the key must not press there as well.
    event.preventDefault()
    if (!control.current?.enter()) setEntered(true)
  }

  return (
    // A press beside it closes it; Escape does for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.search}
      aria-label={t('search')}
      onCancel={(event) => {
        event.preventDefault()
        if (!isComposing.current) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.inside}>
        <div className={styles.field}>
          <SearchOutlined aria-hidden />
          <input
            ref={input}
            role="combobox"
            aria-expanded
            aria-controls="palette-items"
            aria-activedescendant={activeId}
            aria-label={t('search')}
            placeholder={t('hint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={50}
            value={typed}
            onChange={(event) => become(event.target.value)}
            onKeyDown={onKeyDown}
            onCompositionStart={() => (isComposing.current = true)}
            onCompositionEnd={(event) => {
              isComposing.current = false
              endedAt.current = event.timeStamp
              become(event.currentTarget.value)
            }}
          />
          <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
            <CloseOutlined aria-hidden />
          </button>
        </div>
        <Lazily onClose={onClose} fallback={<p className={styles.wait}>{t('loading')}</p>}>
          <Palette
            ref={control}
            keyword={keyword}
            entered={entered}
            onEntered={() => setEntered(false)}
            onActive={setActiveId}
            onComplete={(text) => {
              become(text)
              input.current?.focus()
            }}
            onClose={onClose}
          />
        </Lazily>
      </div>
    </dialog>
  )
}
