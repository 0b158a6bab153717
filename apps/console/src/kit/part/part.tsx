import { createContext, use, type ComponentType } from 'react'
import { Lazily } from '#kit/panel/lazily.tsx'

/** Content of another domain about a record; the screen need not know that domain. */
export type PartOf = ComponentType<{ id: string }>

const Parts = createContext<Readonly<Record<string, PartOf>>>({})

/** The shell provides the parts that this person may see. */
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
