import { useEffect, useEffectEvent } from 'react'
import { shortcuts } from '@kaibo/contract/facts/preferences.ts'
import { useSession } from '#client/session.ts'
import { plainKey } from './plain-key.ts'

/** Single letters that do something on a page, for who has not switched them off. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const session = useSession()
  const isOn = session.info?.preferences.shortcuts !== shortcuts.off
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const act = isOn ? keys[plainKey(event) ?? ''] : undefined
    if (!act || event.repeat) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
