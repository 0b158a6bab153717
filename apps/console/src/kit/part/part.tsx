import { createContext, use, type ComponentType } from 'react'
import { Lazily } from '#kit/panel/lazily.tsx'

/** What another domain has to show of a record: a screen holds it without knowing that domain. */
export type PartOf = ComponentType<{ id: string }>

const Parts = createContext<Readonly<Record<string, PartOf>>>({})

/** The shell says which parts this person may see. */
export const PartProvider = Parts

interface PartProps {
  /** The part's name in the shell's table. */
  of: string
  /** The record's. */
  id: string
}

export function Part({ of, id }: PartProps) {
  const Shown = use(Parts)[of]
  if (!Shown) return null
  return (
    <Lazily>
      <Shown id={id} />
    </Lazily>
  )
}
