import { useEffect, useEffectEvent, useState } from 'react'

const REST_MS = 300

/**
 * A text of the address that is at work with each key: the address follows when typing rests, as a browser takes only so many
 * changes of it. Another text that comes by the address, as from a saved view, takes its place.
 */
export function useTyped(inAddress: string | undefined, write: (text: string) => void) {
  const [typed, setTyped] = useState(inAddress ?? '')
  const [known, setKnown] = useState(inAddress)
  if (inAddress !== known) {
    setKnown(inAddress)
    setTyped(inAddress ?? '')
  }
  const follow = useEffectEvent(write)
  const isBehind = typed.trim() !== (inAddress ?? '')
  useEffect(() => {
    if (!isBehind) return undefined
    const timer = setTimeout(() => follow(typed.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [typed, isBehind])
  return [typed, setTyped] as const
}
