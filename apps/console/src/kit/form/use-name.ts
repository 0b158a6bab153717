import { createContext, use, useEffect } from 'react'
import { useForm } from './form-body.tsx'
import { partsOf } from './path.ts'

/** The path of the list that a field is in: antd names fields relative to it. */
const Around = createContext<string | undefined>(undefined)
export const ListPath = Around

/** A field's path as antd expects it. Registers the field as visible, so that the server's error for it is shown below it. */
export function useName(path: string): (string | number)[] {
  const { shown } = useForm()
  useEffect(() => {
    shown.add(path)
    return () => void shown.delete(path)
  }, [shown, path])
  const around = use(Around)
  return partsOf(path).slice(around === undefined ? 0 : partsOf(around).length)
}
