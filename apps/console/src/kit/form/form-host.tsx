import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { useFormAddress } from './form-address.ts'
import type { FormHostProps } from './form-at.tsx'

// Loaded when a form is opened.
const FormAt = lazily(async () => (await import('./form-at.tsx')).FormAt)

/** The form that the page's address asks for, or why it cannot be shown. */
export function FormHost<Row, E extends Endpoint>(props: FormHostProps<Row, E>) {
  const { id, asOf, close } = useFormAddress()
  if (id === undefined) return null
  return (
    <Lazily key={`${id} ${asOf}`} onClose={close}>
      <FormAt {...props} id={id} asOf={asOf} onClose={close} />
    </Lazily>
  )
}
