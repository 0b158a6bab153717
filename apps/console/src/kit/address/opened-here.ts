import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Left in the history entry of what was opened over its page: the entry before it is that page. */
export const OPENED_HERE = { openedHere: true }
const isOpenedHere = (state: unknown) =>
  typeof state === 'object' && state !== null && 'openedHere' in state

/**
 * Closes what is open over a page at an address of its own. Opened from there (`state: OPENED_HERE`) that step is taken
 * back, so that Back does not open it again; who came by a link stays at the page: `leave` replaces the address.
 */
export function useCloseOpened(leave: () => void): () => void {
  const { key, state } = useLocation() as { key: string; state: unknown }
  const navigate = useNavigate()
  // The step is taken a moment later, and meanwhile what is open stands: a second Escape must not take another one back.
  const closing = useRef<string>(undefined)
  useEffect(() => {
    // Forward has brought the same entry back. Before that, a dialog that is going may still hold the close of before.
    if (closing.current === key) closing.current = undefined
  }, [key])
  const here = useRef(key)
  useEffect(() => {
    here.current = key
  }, [key])
  return () => {
    // One that was opened at another entry is gone: antd's Escape may still hold its close (its portals leave one behind for
    // every dialog that was drawn and had to wait for its code).
    if (key !== here.current || closing.current === key) return
    closing.current = key
    if (isOpenedHere(state)) void navigate(-1)
    else leave()
  }
}
