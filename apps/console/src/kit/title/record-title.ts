import { createContext, use, useEffect } from 'react'
import { useLocation } from 'react-router'

type Title = (path: string, title: string) => void

const Titles = createContext<Title>(() => {})

/** The shell says where the title shows: the page's tab, the crumbs, the window. */
export const TitleProvider = Titles

/** A page of one record is called as the record is; nothing while that is not known. */
export function useRecordTitle(title: string | undefined): void {
  const note = use(Titles)
  const { pathname } = useLocation()
  useEffect(() => {
    if (title) note(pathname, title)
  }, [note, pathname, title])
}
