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

/** Those left longest ago are built anew when they are come back to. */
const MAX_KEPT = 5
/** On every dialog and drawer of a page. */
const over = { className: styles.overPage }

/**
 * The page that shows, and those that were left last, hidden: coming back is quicker than building a page anew (ADR 0026). What is hidden
 * rests: it hears no key and no live message and asks for nothing.
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
  // A tab that was closed takes its page with it.
  const kept = seen.filter((path) => path === pathname || visits.some((one) => one.path === path))
  return (
    <ConfigProvider modal={over} drawer={over}>
      {/* In an order that no visit changes: what is moved in the document is laid out anew. */}
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

/** What a page is drawn from. */
interface Given {
  place: Place
  children: ReactNode
}
type Place = ContextType<typeof LocationContext>

/** While it is hidden it stays what it was, at the address it was left at; come back to at the same, it is not drawn anew. */
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

/** What a history entry carries is said to it alone. */
const isSame = ({ location: a }: Place, { location: b }: Place): boolean =>
  !a.state && !b.state && createPath(a) === createPath(b)

/** A page that is left with a dialog over it is not kept: nobody comes back to a question that they walked away from. */
function LeftCovered({ onCovered }: { onCovered: () => void }) {
  const told = useEffectEvent(onCovered)
  // It stands first in the page, and so is told before the page's dialogs go.
  useLayoutEffect(
    () => () => {
      const dialogs = [...document.querySelectorAll(`.${styles.overPage}`)]
      if (dialogs.some((one) => one.checkVisibility())) told()
    },
    [],
  )
  return null
}
