import {
  Activity,
  use,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ContextType,
  type ReactNode,
} from 'react'
import { ConfigProvider } from 'antd'
import {
  createPath,
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useOutlet,
} from 'react-router'
import { useVisits } from './shell/visits.ts'
import styles from './kept-pages.module.css'

/** How many pages are kept; older ones are rendered anew when opened again. */
const MAX_KEPT = 5
/** On every dialog and drawer of a page. */
const over = { className: styles.overPage }

/**
 * The shown page and the last ones that were left, hidden: coming back is faster than rendering anew (ADR 0026).
 * A hidden page handles no keys and no live messages and sends no requests.
 */
export function KeptPages() {
  const { pathname } = useLocation()
  const outlet = useOutlet()
  const visits = useVisits()
  // In the order of their last visit.
  const [seen, setSeen] = useState<readonly string[]>([pathname])
  if (seen.at(-1) !== pathname)
    setSeen([...seen.filter((path) => path !== pathname), pathname].slice(-MAX_KEPT))
  const drop = (path: string) => setSeen((all) => all.filter((one) => one !== path))
  // Closing a tab drops its page.
  const kept = seen.filter((path) => path === pathname || visits.some((one) => one.path === path))
  return (
    <ConfigProvider modal={over} drawer={over}>
      {/* Sorted by path, as the order of visits would move pages in the document, which costs a layout. */}
      {kept.toSorted().map((path) => (
        <KeptPage key={path} isShown={path === pathname} onCovered={() => drop(path)}>
          {outlet}
        </KeptPage>
      ))}
    </ConfigProvider>
  )
}

interface KeptPageProps {
  isShown: boolean
  onCovered: () => void
  children: ReactNode
}

/** What a page is rendered from. */
interface Given {
  place: Place
  children: ReactNode
}
type Place = ContextType<typeof LocationContext>

/** While hidden it keeps its content and address; coming back to the same address does not render it again. */
function KeptPage({ isShown, onCovered, children }: KeptPageProps) {
  const place = use(LocationContext)
  const [held, setHeld] = useState<{ given: Given; drawn: Given; isShown: boolean }>(() => {
    const given = { place, children }
    return { given, drawn: given, isShown }
  })
  const isNew = held.given.place !== place || held.given.children !== children
  if (isShown && isNew) {
    const given = { place, children }
    const isBack = !held.isShown && isSame(held.drawn.place, place)
    setHeld({ given, drawn: isBack ? held.drawn : given, isShown })
  } else if (isShown !== held.isShown) setHeld({ ...held, isShown })
  const { drawn } = held
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <LeftCovered onCovered={onCovered} />
      <LocationContext value={drawn.place}>{drawn.children}</LocationContext>
    </Activity>
  )
}

/** Entries with a state are never the same: the state is meant for one visit. */
const isSame = ({ location: a }: Place, { location: b }: Place): boolean =>
  !a.state && !b.state && createPath(a) === createPath(b)

/** A page that is left with an open dialog is not kept: coming back should not show the dialog again. */
function LeftCovered({ onCovered }: { onCovered: () => void }) {
  const told = useEffectEvent(onCovered)
  // The first element of the page, so that its effect is cleaned up before the dialogs are removed.
  useLayoutEffect(
    () => () => {
      const dialogs = [...document.querySelectorAll(`.${styles.overPage}`)]
      if (dialogs.some((one) => one.checkVisibility())) told()
    },
    [],
  )
  return null
}
