import { createContext, use, useEffect } from 'react'
import { useForm } from './form-body.tsx'
import { partsOf } from './path.ts'

/** The path of the list that a field stands in: antd's names in it begin behind that. */
const Around = createContext<string | undefined>(undefined)
export const ListPath = Around

/** A path as antd has it here. The form hears that the field shows: a fault that the server names stands under its own. */
export function useName(path: string): (string | number)[] {
  const { shown } = useForm()
  useEffect(() => {
    shown.add(path)
    return () => void shown.delete(path)
  }, [shown, path])
  const around = use(Around)
  return partsOf(path).slice(around === undefined ? 0 : partsOf(around).length)
}
