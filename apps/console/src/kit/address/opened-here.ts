import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Marks the history entry of a dialog that was opened from its page: the entry before it is the page. */
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
  // Going back happens asynchronously while the dialog is still open: a second Escape must not go back twice.
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
