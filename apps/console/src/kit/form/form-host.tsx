import { lazy, Suspense } from 'react'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { useFormAddress } from './form-address.ts'
import type { FormAt as FormAtType, FormHostProps } from './form-at.tsx'

// What a page opens, and does not wait for; `lazy` forgets that it fits every record.
const FormAt = lazy(async () => ({
  default: (await import('./form-at.tsx')).FormAt,
})) as typeof FormAtType

/** The form that the page's address asks for, or why it cannot be shown. */
export function FormHost<Row, E extends Endpoint>(props: FormHostProps<Row, E>) {
  const { id, close } = useFormAddress()
  if (id === undefined) return null
  return (
    <Suspense>
      <FormAt key={id} {...props} id={id} onClose={close} />
    </Suspense>
  )
}
