import { useEffect, useEffectEvent, useRef, type FocusEvent } from 'react'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'

/** Where keys go: to a layer's box on the canvas, or to a button of its row in the list. */
interface Spot {
  id: string
  /** Counted from the back. */
  at: number
  /** In the list, what the button does; its name chooses it. */
  act: string | undefined
  isBox: boolean
}

/**
 * Where keys go on after a layer has come, gone or moved. What is deleted takes the focus along, and so do browsers with what is put
 * elsewhere in the page.
 */
export function useLayerFocus(layers: readonly Layer[]) {
  const page = useRef<HTMLDivElement>(null)
  const last = useRef<Spot>(undefined)
  const wanted = useRef<string>(undefined)

  const settle = useEffectEvent((now: readonly Layer[]) => {
    const added = wanted.current
    wanted.current = undefined
    if (!page.current) return
    if (added !== undefined) return boxOf(page.current, added)?.focus()
    const spot = last.current
    if (!spot) return
    const at = now.findIndex(({ id }) => id === spot.id)
    if (at >= 0) last.current = { ...spot, at }
    if (document.activeElement !== document.body) return
    const next = now[at >= 0 ? at : spot.at - 1]
    if (next) placeOf(page.current, { ...spot, id: next.id })?.focus()
  })
  useEffect(() => settle(layers), [layers])

  /** Notes where it was. */
  const noteFocus = ({ target }: FocusEvent) => {
    last.current = spotOf(target, layers)
  }
  /** To the box of a layer that is about to come. */
  const focusNext = (id: string) => {
    wanted.current = id
  }
  return { page, noteFocus, focusNext }
}

function spotOf(target: Element, layers: readonly Layer[]): Spot | undefined {
  const box = target.closest<HTMLElement>('[role=option][data-layer]')
  const row = target.closest<HTMLElement>('li[data-layer]')
  const id = (box ?? row)?.dataset['layer']
  if (id === undefined) return undefined
  const act = target.closest<HTMLElement>('[data-act]')?.dataset['act']
  return { id, at: layers.findIndex((layer) => layer.id === id), act, isBox: box !== null }
}

function placeOf(page: HTMLElement, { id, act, isBox }: Spot): HTMLElement | undefined {
  if (isBox) return boxOf(page, id)
  const buttons = [...page.querySelectorAll<HTMLButtonElement>('li[data-layer] button')].filter(
    (one) => one.closest<HTMLElement>('li')?.dataset['layer'] === id,
  )
  return buttons.find((one) => one.dataset['act'] === act && !one.disabled) ?? buttons[0]
}

/** What of the canvas is caught for a layer. */
export const boxOf = (page: Element, id: string): HTMLElement | undefined =>
  [...page.querySelectorAll<HTMLElement>('[role=option]')].find(
    ({ dataset }) => dataset['layer'] === id,
  )
